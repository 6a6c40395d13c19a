/**
 * The index in the cluster and who writes it. Beside the records lie the words of the catalogue and one document of state: what the index
 * was built with, up to which change it goes, and what was learned when it was built. Only one portal process writes at a time.
 */
import { SearchError, type Change, type Changes } from '@fundus/search/api';
import { lexiconOf, packLexicon } from '@fundus/search/index/index-view';
import type { Fields } from '@fundus/search/index/segment';
import { allOf, piecesOf } from '@fundus/search/writer/batch';
import { createTurns } from '@fundus/search/writer/in-turn';
import { stemParts } from '@fundus/search/writer/vocabulary';
import { requireWhole, type Wholeness } from './ask.ts';
import type { BuildSettings } from './build-messages.ts';
import { startBuilder, type Builder } from './builder.ts';
import { lineText, sendBulk, wordLines } from './bulk.ts';
import type { Client } from './client.ts';
import { createIndexes, SLOW } from './create-indexes.ts';
import { documentOf, type PartsOf } from './documents.ts';
import { unpackModel } from './learned.ts';
import { LEASE, makeLease, type Kept } from './lease.ts';
import { vectorsBy } from './nearness.ts';
import type { Catalogue } from './small-index.ts';

export type StoreOptions = {
  client: Client;
  fields: Fields;
  /** First part of the names of all indexes. */
  prefix: string;
  /** What an index must have been built with to be used. */
  edition: string;
  building: BuildSettings;
};

/** `near`: dimensions of the vectors the cluster finds near ones by; 0 where it cannot. */
type State = { edition: string; seq: number; stamp: string; learned: number; near: number };

export type Store = ReturnType<typeof makeStore>;

/** Changes that are sent together. */
const BULK = 500;
const UNWATCHED = 15_000;

export function makeStore({ client: impatient, fields, prefix, edition, building }: StoreOptions) {
  const { space } = building;
  // Nobody waits for what is written.
  const client: Client = {
    ...impatient,
    ask: (method, path, body, options) => impatient.ask(method, path, body, { timeout: UNWATCHED, ...options }),
  };
  const names = { media: `${prefix}-media`, words: `${prefix}-words`, state: `${prefix}-state` };
  const lease = makeLease(client, names.state);
  let state: State | null = null;
  /** Up to which change this process has seen to it that the index has it; another may be further. */
  let settled = 0;
  let catalogue: Catalogue = emptyCatalogue(space);
  /** Counts up with every change of the index: what is remembered of it is old then. */
  let turn = 0;
  let filling: { builder: Builder; seq: number } | null = null;
  /** Another process is building: what is handed over here is what it reads itself. */
  let adopts = false;
  let known = new Set<string>();
  let renewing: NodeJS.Timeout | undefined;
  const inTurn = createTurns();

  const readState = async (): Promise<State | null> => {
    const found = await client.ask<Partial<Kept<State>>>('GET', `/${names.state}/_doc/current`, undefined, { also: [404] });
    return found.found === true && found._source!.edition === edition ? found._source! : null;
  };

  /** Takes over what is in the cluster; false where there is no index of this edition. */
  const look = async (): Promise<boolean> => {
    const now = await readState();
    const there = now !== null && (await exists(`${names.media}-${now.stamp}`));
    if (!there) {
      state = null;
      return false;
    }
    if (now.stamp !== state?.stamp) {
      const parts = await Promise.all(
        Array.from({ length: now.learned }, (_, i) =>
          client.ask<Kept<{ text: string }>>('GET', `/${names.state}/_doc/learned-${now.stamp}-${i}`, undefined, { timeout: SLOW }),
        ),
      );
      knowBy(
        parts.map(({ _source }) => _source.text),
        catalogue.records,
      );
    }
    if (settled === 0) settled = now.seq;
    if (now.stamp !== state?.stamp || now.seq !== state.seq) {
      state = now;
      await recount();
    }
    return true;
  };

  /** What was learned when the index was built. */
  const knowBy = (chunks: readonly string[], records: number): void => {
    const { words, model } = unpackModel(chunks);
    const lexicon = packLexicon(words);
    catalogue = { records, lexicon, lookUp: lexiconOf(lexicon), model, space };
    known = new Set();
  };

  const exists = async (index: string): Promise<boolean> =>
    Object.keys(await client.ask<object>('GET', `/${index}/_settings?flat_settings=true`, undefined, { also: [404] })).includes(index);

  const countIn = async (index: string): Promise<number> => {
    const reply = await client.ask<{ count?: number } & Wholeness>('GET', `/${index}/_count`, undefined, { also: [404] });
    return requireWhole(client, reply).count ?? 0;
  };

  const recount = async (): Promise<void> => {
    catalogue = { ...catalogue, records: await countIn(names.media) };
    turn++;
  };

  const ensureState = async (): Promise<void> => {
    const settings = { number_of_shards: 1, auto_expand_replicas: '0-1' };
    const body = { settings, mappings: { dynamic: false, properties: {} } };
    await client.ask('PUT', `/${names.state}`, body, { also: [400], timeout: SLOW });
  };

  const putState = async (next: State): Promise<void> => {
    await client.ask('PUT', `/${names.state}/_doc/current`, next);
    state = next;
  };

  /** Makes indexes beside those that are there, fills them and switches over at one moment. */
  const build = async ({ builder, seq }: { builder: Builder; seq: number }): Promise<void> => {
    const stamp = Date.now().toString(36);
    const [media, words] = [`${names.media}-${stamp}`, `${names.words}-${stamp}`];
    const { chunks, dimensions } = await builder.learn();
    const near = await createIndexes(client, { media, words }, fields, dimensions);
    for await (const made of builder.documents({ seq, near: near > 0 }))
      await Promise.all([sendBulk(client, media, made.media), sendBulk(client, words, made.words)]);
    for (const [i, text] of chunks.entries())
      await client.ask('PUT', `/${names.state}/_doc/learned-${stamp}-${i}`, { text }, { timeout: SLOW });
    for (const index of [media, words]) {
      await client.ask('PUT', `/${index}/_settings`, { index: { refresh_interval: '1s' } }, { timeout: SLOW });
      await client.ask('POST', `/${index}/_refresh`, undefined, { timeout: SLOW });
    }
    const count = await countIn(media);
    await client.ask(
      'POST',
      '/_aliases',
      {
        actions: [
          { remove: { index: `${names.media}-*`, alias: names.media, must_exist: false } },
          { remove: { index: `${names.words}-*`, alias: names.words, must_exist: false } },
          { add: { index: media, alias: names.media } },
          { add: { index: words, alias: names.words } },
        ],
      },
      { timeout: SLOW },
    );
    const before = state;
    await putState({ edition, seq, stamp, learned: chunks.length, near });
    settled = seq;
    knowBy(chunks, count);
    turn++;
    await removeOthers(stamp, before);
  };

  const removeOthers = async (stamp: string, before: State | null): Promise<void> => {
    const all = await client.ask<Record<string, unknown>>(
      'GET',
      `/${names.media}-*,${names.words}-*/_settings?flat_settings=true`,
      undefined,
      { also: [404] },
    );
    for (const index of Object.keys(all))
      if (/-(media|words)-[a-z0-9]+$/.test(index) && !index.endsWith(`-${stamp}`))
        await client.ask('DELETE', `/${index}`, undefined, { also: [404], timeout: SLOW });
    for (let i = 0; i < (before?.learned ?? 0); i++)
      await client.ask('DELETE', `/${names.state}/_doc/learned-${before!.stamp}-${i}`, undefined, { also: [404] });
  };

  /** Changes for the index as it is. */
  const write = async (changes: readonly Change[]): Promise<void> => {
    const last = new Map(changes.map((change) => [change.id, change]));
    const partsOf = partsBy(catalogue);
    const vectorOf = vectorsBy(catalogue, state!.near);
    const lines: string[] = [];
    const words: string[] = [];
    const seq = changes.reduce((most, change) => Math.max(most, change.seq), state!.seq);
    for (const [id, { seq: own, record }] of last) {
      const version = { _id: id, version: Math.max(1, own || state!.seq), version_type: 'external_gte' };
      if (record === null) {
        lines.push(lineText({ action: { delete: version } }));
        continue;
      }
      const { body, words: found } = documentOf(record.id === id ? record : { ...record, id }, own, fields, partsOf, vectorOf);
      lines.push(lineText({ action: { index: version }, source: body }));
      words.push(...wordLines(found, known).map(lineText));
    }
    // Words first: a record is found by its words as soon as it is there.
    for (let from = 0; from < words.length; from += BULK * 10)
      await sendBulk(client, `${names.words}-${state!.stamp}`, words.slice(from, from + BULK * 10), from + BULK * 10 >= words.length);
    for (let from = 0; from < lines.length; from += BULK)
      await sendBulk(client, `${names.media}-${state!.stamp}`, lines.slice(from, from + BULK), from + BULK >= lines.length);
    await putState({ ...state!, seq });
    await recount();
  };

  const take = async (pieces: Changes, before: Promise<void>): Promise<void> => {
    if (filling !== null) {
      const own = filling;
      for await (const piece of piecesOf(pieces)) {
        for (const { seq } of piece) own.seq = Math.max(own.seq, seq);
        await own.builder.take(piece);
      }
      return;
    }
    const changes = await allOf(pieces);
    await before;
    if (adopts) return;
    if (!(await look())) throw new SearchError('unavailable', 'the index is gone from the search cluster');
    const last = changes.reduce((most, { seq }) => Math.max(most, seq), 0);
    for (const until = Date.now() + LEASE; last === 0 || state!.seq < last; await look()) {
      if (await lease.take()) {
        await write(changes).finally(() => lease.give().catch(() => undefined));
        break;
      }
      if (Date.now() > until) throw new SearchError('timeout', 'another portal process is writing the index');
      await new Promise((passed) => setTimeout(passed, 200));
    }
    settled = Math.max(settled, last);
  };

  const finish = async (): Promise<void> => {
    await build(filling!);
    await stopFilling();
    await lease.give();
  };

  const stopFilling = async (): Promise<void> => {
    clearInterval(renewing);
    const { builder } = filling ?? {};
    filling = null;
    await builder?.end();
  };

  return {
    names,
    look,
    catalogue: () => catalogue,
    turn: () => turn,
    seq: () => (state === null ? 0 : settled),
    there: () => state !== null,
    near: () => state?.near ?? 0,
    /** The index was there and is no more. */
    forget(): void {
      state = null;
    },
    /** What comes until `save` is the whole catalogue; it is built beside what is there. */
    async renew(): Promise<void> {
      // One that failed begins anew.
      await stopFilling();
      await ensureState();
      const before = state?.stamp;
      while (!(await lease.take())) {
        await new Promise((passed) => setTimeout(passed, 1_000));
        if ((await look()) && state!.stamp !== before) {
          adopts = true;
          settled = state!.seq;
          return;
        }
      }
      filling = { builder: startBuilder(building), seq: 0 };
      renewing = setInterval(() => void lease.take().catch(() => undefined), LEASE / 3).unref();
    },
    async save(): Promise<void> {
      adopts = false;
      if (filling !== null) await finish();
    },
    apply: (pieces: Changes): Promise<void> => inTurn((before) => take(pieces, before)),
    async close(): Promise<void> {
      await stopFilling();
      await lease.give().catch(() => undefined);
      client.close();
    },
  };
}

function emptyCatalogue(space: string | undefined): Catalogue {
  const lexicon = packLexicon(new Map());
  return { records: 0, lexicon, lookUp: lexiconOf(lexicon), model: null, space };
}

function partsBy({ lookUp }: Catalogue): PartsOf {
  return ({ surface, stem: of }) => [...new Set([...stemParts(surface, of, lookUp), ...stemParts(of, of, lookUp)])];
}
