/** Commands `thesaurus load` and `thesaurus remove` for terms with their preferred terms (docs/operate/install.md#thesaurus). */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { loadThesaurus, readThesaurus } from '../../domains/catalogue/index.ts';
import type { CommandIo } from '../claim.ts';
import type { Running } from '../running.ts';

export const ThesaurusArgs = z.object({ file: z.string().min(1) });

export async function replaceThesaurus({ portal }: Running, { file }: z.output<typeof ThesaurusArgs>, io: CommandIo): Promise<number> {
  const terms = readThesaurus(await readFile(file, 'utf8'));
  if (terms === null || terms.length === 0) {
    io.line(terms === null ? 'the first line must contain the columns term and see, separated by tabs' : 'no term has a preferred term');
    return 1;
  }
  await loadThesaurus(portal, terms);
  io.line(`${terms.length} terms loaded`);
  return 0;
}

export async function removeThesaurus({ portal }: Running, io: CommandIo): Promise<number> {
  await loadThesaurus(portal, []);
  io.line('removed');
  return 0;
}
