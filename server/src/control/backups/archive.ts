/**
 * Format of a backup: a compressed tar. The first entry `backup.json` lists the size and SHA-256 of all other entries. They are `session-secret` if
 * the portal manages its own secret, `tables/<name>.jsonl` (one row per line) and `files/…`. An incomplete archive is rejected.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Transform, type Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { z } from 'zod';
import { replaceByBaseline } from '../../db/migrations/baseline.ts';
import { listMigrationFiles } from '../../db/migrations/migration-files.ts';
import { OperatorError } from '../../operator-error.ts';
import { compareTables } from './saved-tables.ts';
import { moveIntoPlace } from '../../storage/replace-file.ts';

const FORMAT = 2;
const HEAD = 'backup.json';
export const SECRET = 'session-secret';
/** Maximum number of faults that an error message names. */
const MAX_NAMED = 10;

const Sum = z.object({ bytes: z.int(), sha256: z.string() });
type Sum = z.output<typeof Sum>;

export const Manifest = z.object({
  format: z.literal(FORMAT),
  made_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** Fingerprint of the portal's secret. If `entries` lists the secret itself, it is the next entry. */
  fingerprint: z.string(),
  tables: z.record(z.string(), z.int()),
  entries: z.record(z.string(), Sum),
});
export type Manifest = z.output<typeof Manifest>;

export type Part = { name: string; content: Readable };

/** Passes bytes through and computes their number and SHA-256. */
export class ChecksumStream extends Transform {
  readonly #hash = createHash('sha256');
  bytes = 0;
  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: Error | null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }
  sum = (): Sum => ({ bytes: this.bytes, sha256: this.#hash.digest('hex') });
}

export async function computeChecksum(content: Readable): Promise<Sum> {
  const summing = new ChecksumStream();
  summing.resume();
  await pipeline(content, summing);
  return summing.sum();
}

/** Writes an archive under a temporary name and renames it. Throws if an entry has changed since its checksum was computed. */
export async function writeArchive(file: string, manifest: Manifest, open: (name: string) => Promise<Readable> | Readable): Promise<void> {
  const pack = tar.pack();
  const beside = `${file}.part`;
  const written = pipeline(pack, createGzip(), createWriteStream(beside, { mode: 0o600 }));
  // Attaches a handler early, so that a disk error rejects the work instead of ending the process.
  const failed = new Promise<never>((_, fail) => written.catch(fail));
  failed.catch(() => {});
  const add = (name: string, size: number, content: Parameters<typeof writeEntry>[3]): Promise<void> => {
    const poured = writeEntry(pack, name, size, content);
    poured.catch(() => {});
    return Promise.race([failed, poured]);
  };
  try {
    const head = Buffer.from(JSON.stringify(manifest));
    await add(HEAD, head.length, [head]);
    for (const [name, { bytes, sha256 }] of Object.entries(manifest.entries)) {
      const summing = new ChecksumStream();
      const reading = pipeline(await open(name), summing).catch((error: unknown) => summing.destroy(error as Error));
      await add(name, bytes, summing);
      await reading;
      if (summing.sum().sha256 !== sha256) throw new OperatorError(`${name} changed while the backup was written: run it again.`);
    }
    pack.finalize();
    await written;
    await moveIntoPlace(beside, file);
  } catch (error) {
    pack.destroy();
    await written.catch(() => {});
    await rm(beside, { force: true });
    throw error;
  }
}

async function writeEntry(pack: tar.Pack, name: string, size: number, content: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
  let done: (error?: Error | null) => void = () => {};
  const taken = new Promise<void>((resolve, reject) => (done = (error) => (error ? reject(error) : resolve())));
  // If both promises fail, only the first error is reported.
  taken.catch(() => {});
  const target = pack.entry({ name, size }, (error) => done(error));
  await pipeline(content, target);
  await taken;
}

/**
 * Reads an archive and verifies it against its manifest. `begin` receives the manifest and `take` each later entry. Throws an `OperatorError` that
 * names missing, changed and superfluous entries.
 */
export async function readArchive(
  file: string,
  begin: (manifest: Manifest) => unknown,
  take: (part: Part, manifest: Manifest) => Promise<unknown> = async ({ content }) => void content.resume(),
): Promise<Manifest> {
  await stat(file);
  const extract = tar.extract();
  const reading = pipeline(createReadStream(file), createGunzip(), extract);
  reading.catch(() => {});
  let manifest: Manifest | undefined;
  const seen = new Set<string>();
  const faults: string[] = [];
  let own: unknown;
  try {
    for await (const part of extract) {
      const { name } = part.header;
      if (!manifest) {
        manifest = parseHead(file, name, name === HEAD ? await readAll(part) : '');
        await begin(manifest);
        continue;
      }
      const summing = new ChecksumStream();
      const content = part.pipe(summing);
      const expected = manifest.entries[name];
      if (expected && !seen.has(name))
        await take({ name, content }, manifest).catch((error: unknown) => Promise.reject((own = error) as Error));
      if (!content.readableEnded) {
        content.resume();
        await new Promise<void>((ended, fail) => content.once('end', ended).once('error', fail));
      }
      const sum = summing.sum();
      if (!expected || seen.has(name)) faults.push(`${name} is too much`);
      else if (sum.bytes !== expected.bytes || sum.sha256 !== expected.sha256) faults.push(`${name} is changed`);
      seen.add(name);
    }
    await reading;
  } catch (error) {
    if (error === own || error instanceof OperatorError) throw error;
    throw new OperatorError(`${file} is truncated, or not a backup of a portal (${(error as Error).message}).`);
  }
  if (!manifest) throw new OperatorError(`${file} is not a backup of a portal: it is empty.`);
  for (const name of Object.keys(manifest.entries)) if (!seen.has(name)) faults.push(`${name} is missing`);
  if (faults.length > 0) {
    const named = faults.slice(0, MAX_NAMED).join(', ');
    throw new OperatorError(
      `${file} is not a complete backup: ${named}${faults.length > MAX_NAMED ? `, and ${faults.length - MAX_NAMED} more` : ''}.`,
    );
  }
  return manifest;
}

function parseHead(file: string, name: string, content: string): Manifest {
  if (name !== HEAD) throw new OperatorError(`${file} is not a backup of a portal: it does not begin with ${HEAD}.`);
  let head: unknown;
  try {
    head = JSON.parse(content);
  } catch {
    throw new OperatorError(`${file} is not a backup of a portal: its ${HEAD} cannot be read.`);
  }
  const format = (head as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format !== FORMAT)
    throw new OperatorError(`${file} was made by another version of the portal (format ${format}); restore it with that version.`);
  const parsed = Manifest.safeParse(head);
  if (!parsed.success) throw new OperatorError(`${file} is not a backup of a portal: its ${HEAD} is not a manifest.`);
  return parsed.data;
}

/** Throws an `OperatorError` if a backup that was made by this version has other tables than this version restores. */
function requireOwnTables({ migrations, tables }: Manifest): void {
  const own = listMigrationFiles().map(({ name }) => name);
  const ran = replaceByBaseline(migrations, own, 'backup');
  if (ran.length !== own.length || ran.some((name) => !own.includes(name))) return;
  const { foreign, missing } = compareTables(Object.keys(tables));
  if (foreign.length > 0) throw new OperatorError(foreignTables(foreign));
  if (missing.length > 0) throw new OperatorError(`the backup is incomplete: it has no rows of ${missing.join(', ')}.`);
}

export const foreignTables = (names: readonly string[]): string =>
  `the backup has tables that are not the portal's (${names.slice(0, MAX_NAMED).join(', ')}), so it cannot be restored: make a new one with this version.`;

/** Command `check FILE`: verifies an archive without a portal. */
export async function checkArchive(file: string, line: (text: string) => void): Promise<number> {
  const { made_at, tables, entries } = await readArchive(file, requireOwnTables);
  const rows = Object.values(tables).reduce((all, each) => all + each, 0);
  const files = Object.keys(entries).filter((name) => name.startsWith('files/')).length;
  line(`${file} is a complete backup of ${made_at}: ${rows} rows of ${Object.keys(tables).length} tables and ${files} files.`);
  return 0;
}
