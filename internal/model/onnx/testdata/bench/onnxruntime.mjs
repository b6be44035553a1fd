// Times onnxruntime-web on one thread on what BenchmarkModels runs, models with one input of
// 1x3x224x224: a line of name and least processor time in ms for each.
import fs from 'fs'
import path from 'path'
import * as ort from 'onnxruntime-web'

ort.env.wasm.numThreads = 1
ort.env.logLevel = 'error'
const shape = [1, 3, 224, 224]
const data = Float32Array.from({ length: 3 * 224 * 224 }, (_, i) => (i % 1000) / 1000)
for (const file of process.argv.slice(2)) {
  const session = await ort.InferenceSession.create(fs.readFileSync(file), { executionProviders: ['wasm'] })
  const input = { [session.inputNames[0]]: new ort.Tensor('float32', data, shape) }
  let least = Infinity
  for (let i = 0; i < 6; i++) {
    const start = process.cpuUsage()
    await session.run(input)
    const used = process.cpuUsage(start)
    least = Math.min(least, (used.user + used.system) / 1e3)
  }
  console.log(path.basename(file), least.toFixed(1))
}
