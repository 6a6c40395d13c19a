import { describe, expect, it } from 'vitest';
import { FileRejected, readBase64, readJson, readText } from './files.ts';

const file = (text: string) => new Blob([text]);
const broken = { text: () => Promise.reject(new DOMException('gone', 'NotReadableError')) } as unknown as Blob;

describe('files selected by the user', () => {
  it('are parsed as JSON with or without a byte order mark', async () => {
    expect(await readJson(file('{"a":1}'))).toEqual({ a: 1 });
    expect(await readJson(file('\uFEFF{"a":1}'))).toEqual({ a: 1 });
  });

  it.each(['', 'x', '[1]', 'null', '"a"', '{"a":'])('are rejected if they contain %j instead of a JSON object', async (text) => {
    await expect(readJson(file(text))).rejects.toMatchObject({ key: 'files.invalidJson' });
  });

  it('are reported if they cannot be read', async () => {
    await expect(readJson(broken)).rejects.toMatchObject({ key: 'files.unreadable' });
    await expect(readText(broken)).rejects.toBeInstanceOf(FileRejected);
  });

  it('are encoded in Base64', async () => expect(await readBase64(file('<svg/>'))).toBe(btoa('<svg/>')));
});
