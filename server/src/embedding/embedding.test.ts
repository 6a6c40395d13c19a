import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { embeddingServer, vectorOf, type Behaviour, type EmbeddingServer } from '../testing/systems/embedding-server.ts';
import { openEmbedding } from './embedding.ts';
import { endpointOf } from './http.ts';
import { makeQuestions } from './questions.ts';
import type { Embedder } from './driver.ts';

const settings = { url: undefined, model: undefined, key: undefined, module: undefined, questionPrefix: '', recordPrefix: '' };

it('uses the built-in model by default', () => {
  expect(openEmbedding(undefined)).toBeNull();
});

it('derives the endpoint from every common form of the URL', () => {
  const all = ['http://a:1', 'http://a:1/', 'http://a:1/v1', 'http://a:1/v1/', 'http://a:1/v1/embeddings'].map(endpointOf);
  expect(new Set(all)).toEqual(new Set(['http://a:1/v1/embeddings']));
  expect(endpointOf('https://a/openai/deployments/x?api-version=1')).toBe('https://a/openai/deployments/x/embeddings?api-version=1');
});

describe('embedding over HTTP', () => {
  let server: EmbeddingServer;
  let embedder: Embedder;
  beforeAll(async () => {
    server = await embeddingServer();
    embedder = openEmbedding({ ...settings, url: server.url, model: 'test-model', key: 'geheim', questionPrefix: 'query: ' })!;
  });
  beforeEach(() => {
    server.behaviour = 'good';
    server.requests.length = 0;
  });
  afterAll(async () => {
    await embedder.close();
    await server.close();
  });

  it('returns the vectors in the order of the texts', async () => {
    expect(await embedder.embed(['Lava', 'Geige'], 'record', 2_000)).toEqual(
      ['Lava', 'Geige'].map((text) => Float32Array.from(vectorOf(text))),
    );
    await embedder.embed(['Zucker'], 'question', 2_000);
    expect(server.requests).toEqual([
      { texts: ['Lava', 'Geige'], model: 'test-model', authorization: 'Bearer geheim' },
      { texts: ['query: Zucker'], model: 'test-model', authorization: 'Bearer geheim' },
    ]);
    expect(embedder.space).toMatch(/^http test-model [0-9a-f]{8}$/);
  });

  it.each<[Behaviour, string]>([
    ['error', 'refused'],
    ['no-json', 'bad_reply'],
    ['too-few', 'bad_reply'],
    ['ragged', 'bad_reply'],
    ['not-numbers', 'bad_reply'],
    ['redirect', 'unreachable'],
  ])('rejects an invalid reply: %s', async (behaviour, code) => {
    server.behaviour = behaviour;
    await expect(embedder.embed(['Lava', 'Geige'], 'record', 2_000)).rejects.toMatchObject({ name: 'EmbeddingError', code });
  });

  it('rejects a request that times out', async () => {
    server.behaviour = 'silent';
    await expect(embedder.embed(['Lava'], 'record', 300)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('rejects a request if the server is unreachable', async () => {
    const nobody = openEmbedding({ ...settings, url: 'http://127.0.0.1:9', model: 'm' })!;
    await expect(nobody.embed(['Lava'], 'record', 2_000)).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('fails immediately during the pause after a failure', async () => {
    let now = 0;
    const questions = makeQuestions(embedder, { timeout: 300, rest: 1_000, clock: () => now });
    expect(await Promise.all([questions('Lava'), questions(' Lava ')])).toHaveLength(2);
    await questions('Lava');
    expect(server.requests).toHaveLength(1);
    server.behaviour = 'silent';
    await expect(questions('Geige')).rejects.toMatchObject({ code: 'timeout' });
    await expect(questions('Orchester')).rejects.toMatchObject({ code: 'unreachable' });
    expect(server.requests).toHaveLength(2);
    expect(await questions('Lava')).toBeInstanceOf(Float32Array);
    server.behaviour = 'good';
    now = 1_001;
    expect(await questions('Geige')).toEqual(Float32Array.from(vectorOf('query: Geige')));
  });

  it('aborts running requests when the portal closes', async () => {
    const closing = openEmbedding({ ...settings, url: server.url, model: 'm' })!;
    server.behaviour = 'silent';
    const asked = expect(closing.embed(['Lava'], 'record', 60_000)).rejects.toMatchObject({ code: 'unreachable' });
    await closing.close();
    await asked;
  });
});

describe('local embedding module', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fundus-module-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const open = (name: string, source: string): Embedder => {
    writeFileSync(join(folder, name), source);
    return openEmbedding({ ...settings, module: join(folder, name) })!;
  };

  it('runs in a separate thread', async () => {
    const embedder = open(
      'good.mjs',
      `import { isMainThread } from 'node:worker_threads';
       export const embed = async (texts, kind) => texts.map((text) => [text.length, kind === 'question' ? 1 : 2, isMainThread ? 1 : 0]);`,
    );
    expect(embedder.space).toBe('module good.mjs');
    expect(await embedder.embed(['ab', 'abc'], 'question', 5_000)).toEqual([Float32Array.of(2, 1, 0), Float32Array.of(3, 1, 0)]);
    expect(await embedder.embed(['a'], 'record', 5_000)).toEqual([Float32Array.of(1, 2, 0)]);
    await embedder.close();
  });

  it('is terminated and restarted after a timeout', async () => {
    const embedder = open(
      'hangs.mjs',
      `export const embed = (texts) => { if (texts[0] === 'hang') for (;;); return texts.map(() => [1]); };`,
    );
    await expect(embedder.embed(['hang'], 'record', 500)).rejects.toMatchObject({ code: 'timeout' });
    expect(await embedder.embed(['go'], 'record', 5_000)).toEqual([Float32Array.of(1)]);
    await embedder.close();
  });

  it.each([
    ['throws', `export const embed = () => { throw new Error('no model here'); };`, 'refused'],
    ['lacks', `export const other = 1;`, 'refused'],
    ['broken', `this is not JavaScript`, 'refused'],
    ['odd', `export const embed = () => 'nothing';`, 'bad_reply'],
  ])('reports its error: %s', async (name, source, code) => {
    const embedder = open(`${name}.mjs`, source);
    await expect(embedder.embed(['a'], 'record', 5_000)).rejects.toMatchObject({ code });
    await embedder.close();
  });
});
