/** Writing many documents at once. */
import { SearchError } from '@fundus/search/api';
import { variantHash } from '@fundus/search/analysis/variants';
import type { Client } from './client.ts';
import type { DictionaryWord } from './documents.ts';

export type Line = { action: Record<string, unknown>; source?: unknown };

/** In characters: larger requests are split. */
const LARGEST = 8_000_000;
const TRIES = 5;
const PATIENCE = 120_000;

type Reply = { errors: boolean; items: Record<string, { status: number; _id: string; error?: { type: string; reason: string } }>[] };

export const lineText = ({ action, source }: Line): string =>
  `${JSON.stringify(action)}\n${source === undefined ? '' : `${JSON.stringify(source)}\n`}`;

/** For the words that are not `known` yet; then they are. */
export function wordLines(words: readonly DictionaryWord[], known: Set<string>): Line[] {
  const lines: Line[] = [];
  for (const { surface, stem } of words) {
    const id = `${surface} ${stem}`;
    if (known.has(id)) continue;
    known.add(id);
    lines.push({ action: { create: { _id: id } }, source: { s: surface, t: stem, k: stem.includes("'") ? 0 : variantHash(surface) } });
  }
  return lines;
}

/** Each text is one of `lineText`. What another process wrote with a later number stays. What the cluster is too busy for is sent again. */
export async function sendBulk(client: Client, index: string, texts: readonly string[], refresh = false): Promise<void> {
  for (let from = 0; from < texts.length;) {
    let to = from;
    for (let size = 0; to < texts.length && (to === from || size + texts[to]!.length < LARGEST); to++) size += texts[to]!.length;
    await sendSome(client, index, texts.slice(from, to), refresh && to === texts.length);
    from = to;
  }
}

async function sendSome(client: Client, index: string, texts: readonly string[], refresh: boolean): Promise<void> {
  let open = texts;
  for (let turn = 1; open.length > 0; turn++) {
    const reply = await client.ask<Reply>(
      'POST',
      `/${index}/_bulk?filter_path=errors,items.*.status,items.*.error${refresh ? '&refresh=true' : ''}`,
      open.join(''),
      {
        timeout: PATIENCE,
      },
    );
    if (!reply.errors) return;
    const again: string[] = [];
    reply.items.forEach((item, i) => {
      const { status, error } = Object.values(item)[0]!;
      if (status < 300 || status === 409 || status === 404) return;
      // A full disk answers as a cluster does that is busy.
      if (error?.type === 'cluster_block_exception') {
        client.note('read_only', error.reason);
        throw new SearchError('unavailable', error.reason);
      }
      if (status !== 429 && status !== 503) {
        throw new Error(`the search cluster does not take a record: ${error?.type} ${error?.reason}`);
      }
      again.push(open[i]!);
    });
    if (again.length > 0 && turn === TRIES) throw new SearchError('timeout', 'the search cluster is too busy to take records');
    if (again.length > 0) await new Promise((passed) => setTimeout(passed, 500 * turn));
    open = again;
  }
}
