// Programs in addresses: the files as JSON, compressed, in base64 with the letters of addresses.

async function through(bytes, stream) {
  const response = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await response.arrayBuffer());
}

/** packed is the fragment for files: { name: text }, the first of them open. */
export async function packed(files) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(files)), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `#p=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** longest is how long the files of an address may be together, in bytes: more is not written by hand. */
const longest = 4 << 20;

/** unpacked are the files of a fragment; null where it has none. It throws where they cannot be read. */
export async function unpacked(fragment) {
  const code = /^#p=([\w-]+)$/.exec(fragment)?.[1];
  if (!code) return null;
  try {
    const binary = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const stream = new Blob([Uint8Array.from(binary, (letter) => letter.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = stream.getReader(), chunks = [];
    for (let size = 0; ;) {
      const { done, value } = await reader.read();
      if (done) break;
      if ((size += value.length) > longest) throw new Error("it is too large");
      chunks.push(value);
    }
    const files = JSON.parse(await new Blob(chunks).text());
    if (Object.keys(files).length > 0 && Object.entries(files).every(([name, text]) => isName(name) && typeof text === "string")) return files;
  } catch (error) {
    throw new Error(`the address has a program that cannot be read: ${error.message}`);
  }
  throw new Error("the address has a program that cannot be read");
}

/** isName reports whether files may have a name: letters without folders, and the ending of a program or of rules. */
export const isName = (name) => /^[\w][\w.-]{0,80}\.(frac|relay|rly|fracrule)$/.test(name);
