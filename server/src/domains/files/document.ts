/** Documents that come whole in a call: told by their bytes, named without what a name must not have. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, invalid } from '@fundus/contract/errors';
import { inspect } from './inspect.ts';
import { sniff } from './sniff.ts';

const unsupported = (found: string): AppError => new AppError('unsupported_type', { field: 'content', details: { found } });

/** What it is, if it is one of these. Looked at as a file of this machine: archives are read where they lie. `unsupported_type`, `broken_file`. */
export async function detectDocument(given: Buffer, types: readonly string[]): Promise<string> {
  if (given.length === 0) throw invalid('content', 'required');
  const first = sniff(given)?.mime ?? 'unknown';
  if (first !== 'application/zip' && !types.includes(first)) throw unsupported(first);
  const folder = await mkdtemp(join(tmpdir(), 'fundus-document-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, given);
    const { mime } = await inspect(path, 'material');
    if (!types.includes(mime)) throw unsupported(mime);
    return mime;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, { field: 'content', ...(error.details && { details: error.details }) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Without folders and control characters, with the ending of its kind. */
export function cleanName(name: string, ending: string): string {
  const bare = name
    .replace(/^.*[\\/]/s, '')
    .replace(/\.[\p{L}\p{N}]{1,5}$/u, '')
    .replace(/[:*?"<>|\s\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
  return `${bare.slice(0, 120).trim() || 'datei'}.${ending}`;
}
