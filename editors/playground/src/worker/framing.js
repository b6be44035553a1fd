// How messages become the bytes of a program's standard input, and its standard output messages.

const encoder = new TextEncoder(), decoder = new TextDecoder();

function joined(a, b) {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** lines are messages of one line each. */
function lines(deliver) {
  let rest = new Uint8Array();
  return {
    encode: (message) => encoder.encode(`${message}\n`),
    decode(bytes) {
      rest = joined(rest, bytes);
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        deliver(decoder.decode(rest.subarray(0, end)));
        rest = rest.subarray(end + 1);
      }
    },
  };
}

/** headed are messages of the Language Server Protocol, with a header that has their length. */
function headed(deliver) {
  let rest = new Uint8Array();
  return {
    encode(message) {
      const body = encoder.encode(message);
      return joined(encoder.encode(`Content-Length: ${body.length}\r\n\r\n`), body);
    },
    decode(bytes) {
      rest = joined(rest, bytes);
      for (;;) {
        let end = -1; // of the header: \r\n\r\n
        for (let at = rest.indexOf(13); at >= 0 && at + 3 < rest.length; at = rest.indexOf(13, at + 1)) {
          if (rest[at + 1] === 10 && rest[at + 2] === 13 && rest[at + 3] === 10) {
            end = at;
            break;
          }
        }
        if (end < 0) return;
        const length = Number(/content-length: *(\d+)/i.exec(decoder.decode(rest.subarray(0, end)))?.[1] ?? 0);
        if (rest.length < end + 4 + length) return;
        deliver(decoder.decode(rest.subarray(end + 4, end + 4 + length)));
        rest = rest.subarray(end + 4 + length);
      }
    },
  };
}

/** bytes are passed as they are. */
const bytes = (deliver) => ({ encode: (message) => message, decode: deliver });

export const framings = { lines, headed, bytes };
