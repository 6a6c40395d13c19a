/** Reads files that the user has selected. */

type FileProblem = 'files.invalidJson' | 'files.unreadable';

export class FileRejected extends Error {
  readonly key: FileProblem;
  constructor(key: FileProblem) {
    super(key);
    this.key = key;
  }
}

/** Returns the text of a file. Throws `FileRejected` with 'Error reading the file.' (docs/specification.md#failures). */
export async function readText(file: Blob): Promise<string> {
  try {
    return await file.text();
  } catch {
    throw new FileRejected('files.unreadable');
  }
}

/** Parses the JSON object in a file. Throws `FileRejected` with one of the two texts of docs/specification.md#failures. */
export async function readJson(file: Blob): Promise<Record<string, unknown>> {
  const text = await readText(file);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new FileRejected('files.invalidJson');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new FileRejected('files.invalidJson');
  return value as Record<string, unknown>;
}

/** Returns the bytes of a file in Base64. */
export function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new FileRejected('files.unreadable'));
    reader.readAsDataURL(file);
  });
}
