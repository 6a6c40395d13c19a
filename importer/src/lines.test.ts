import { describe, expect, it } from 'vitest';
import { decode, readLines, strictDecoder } from './lines.ts';

async function* chunks(...parts: (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* parts;
}

const read = async (parts: (string | Uint8Array)[], max?: number) => {
  const out: (string | [number, string])[] = [];
  for await (const { line, bytes, refusal } of readLines(chunks(...parts), max))
    out.push(refusal ? [line, refusal.reason] : `${line}:${Buffer.from(bytes).toString()}`);
  return out;
};

describe('readLines', () => {
  it.each<[string, (string | Uint8Array)[], unknown[]]>([
    ['nothing', [], []],
    ['one line without an end', ['a'], ['1:a']],
    ['an end and no more', ['a\n'], ['1:a']],
    ['empty lines', ['\n\na\n'], ['1:', '2:', '3:a']],
    ['\\r\\n', ['a\r\nb\r\n'], ['1:a', '2:b']],
    ['\\r\\n torn apart', ['a\r', '\nb'], ['1:a', '2:b']],
    ['a carriage return within', ['a\rb\n'], ['1:a\rb']],
    ['a byte order mark', ['\ufeffa\n\ufeffb'], ['1:a', '2:\ufeffb']],
    ['a mark torn apart', [Uint8Array.of(0xef), Uint8Array.of(0xbb, 0xbf, 97)], ['1:a']],
    ['a line over many chunks', ['a', 'b', 'c\nd', 'e'], ['1:abc', '2:de']],
    ['a character torn apart', [Uint8Array.of(0xc3), Uint8Array.of(0xbc, 10)], ['1:ü']],
    ['half an emoji in a string', ['x\ud83d', '\ude00\n'], ['1:x😀']],
  ])('splits %s', async (_, parts, lines) => {
    expect(await read(parts)).toEqual(lines);
  });

  it('rejects only the line that is too long', async () => {
    expect(await read(['short\n', 'x'.repeat(8), 'x'.repeat(8), '\nlast'], 10)).toEqual(['1:short', [2, 'too_long'], '3:last']);
    expect(await read(['0123456789\n01234567890\n'], 10)).toEqual(['1:0123456789', [2, 'too_long']]);
  });

  it('rejects a UTF-16 file only once', async () => {
    expect(await read([Buffer.from('\ufeffa\nb\nc\n', 'utf16le')])).toEqual([[1, 'encoding']]);
  });

  it('keeps at most one line in memory', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      const chunk = new Uint8Array(1 << 20).fill(120);
      for (let i = 0; i < 600; i++) yield chunk;
      yield Buffer.from('\nend');
    }
    const before = process.memoryUsage().arrayBuffers;
    const out = [];
    for await (const line of readLines(endless())) out.push(line.bytes ? Buffer.from(line.bytes).toString() : line.refusal.reason);
    expect(out).toEqual(['too_long', 'end']);
    // Buffers grow only to the length of the longest line (4 MB), so the limit holds even without garbage collection.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 << 20);
  });

  it('copies data before the buffer is reused', async () => {
    async function* reused(): AsyncGenerator<Uint8Array> {
      const buffer = new Uint8Array(3);
      buffer.set(Buffer.from('abc'));
      yield buffer;
      buffer.set(Buffer.from('d\ne'));
      yield buffer;
    }
    const out = [];
    for await (const { bytes } of readLines(reused())) out.push(Buffer.from(bytes!).toString());
    expect(out).toEqual(['abcd', 'e']);
  });
});

describe('decode', () => {
  it('reports the position of invalid UTF-8', () => {
    expect(decode(Buffer.from('Gr\xfc\xdfe', 'latin1'), strictDecoder())).toEqual({
      refusal: { field: 'line', reason: 'encoding', value: 'Gr\ufffd\ufffde' },
    });
    expect(decode(Buffer.from('Gr\xfc\xdfe \x84x\x93', 'latin1'), strictDecoder('windows-1252'))).toEqual({ text: 'Grüße „x“' });
  });

  it('rejects a NUL character', () => {
    expect(decode(Buffer.from('a\0b'), strictDecoder())).toEqual({ refusal: { field: 'line', reason: 'nul' } });
  });
});
