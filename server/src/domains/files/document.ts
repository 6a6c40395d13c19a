/** Handles documents that are sent within a call: detects their type from the content and cleans their name. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, invalid } from '@fundus/contract/errors';
import { inspectDocument } from './inspect/inspect.ts';

/** Returns the content type of a document if it is one of `types`. Throws `unsupported_type`, `broken_file` or `too_large`. */
export async function detectDocument(given: Buffer, types: readonly string[]): Promise<string> {
  if (given.length === 0) throw invalid('content', 'required');
  // The inspection reads a file, so the content is written to a temporary folder.
  const folder = await mkdtemp(join(tmpdir(), 'fundus-document-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, given);
    return await inspectDocument(path, types);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, { field: 'content', ...(error.details && { details: error.details }) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the name without folders, control characters and reserved characters, and with the given extension. */
export function cleanName(name: string, ending: string): string {
  const bare = name
    .replace(/^.*[\\/]/s, '')
    .replace(/\.[\p{L}\p{N}]{1,5}$/u, '')
    .replace(/[:*?"<>|\s\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
  return `${bare.slice(0, 120).trim() || 'datei'}.${ending}`;
}
