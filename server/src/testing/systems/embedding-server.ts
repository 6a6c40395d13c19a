/** An embedding server (`POST /v1/embeddings`) for tests. It knows a few themes, and texts on the same theme have similar vectors. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Words by theme. The words of a theme have similar meanings but no common parts. */
export const THEMES = [
  ['vulkan', 'lava', 'feuer', 'berg', 'krater'],
  ['licht', 'zucker', 'fotosynthese', 'blatt', 'pflanze'],
  ['geige', 'orchester', 'konzert', 'klang'],
] as const;

export type Behaviour = 'good' | 'silent' | 'error' | 'no-json' | 'too-few' | 'ragged' | 'not-numbers' | 'longer' | 'redirect';

export type EmbeddingServer = {
  url: string;
  behaviour: Behaviour;
  /** Received requests with their texts. */
  requests: { texts: string[]; model: string; authorization: string | undefined }[];
  close(): Promise<void>;
};

/** Returns a vector with eight components: one per theme, and a small part that depends on the text. */
export function vectorOf(text: string): number[] {
  const low = text.toLowerCase();
  const themes = THEMES.map((words) => words.filter((word) => low.includes(word)).length);
  const own = Array.from({ length: 5 }, (_, i) => (low.charCodeAt(i % Math.max(1, low.length)) % 7) / 100);
  return [...themes, ...own];
}

async function bodyOf(request: IncomingMessage): Promise<{ input: string[]; model: string }> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as { input: string[]; model: string };
}

export async function embeddingServer(): Promise<EmbeddingServer> {
  const server = createServer((request, response) => {
    void bodyOf(request).then(({ input, model }) => {
      state.requests.push({ texts: input, model, authorization: request.headers.authorization });
      const json = (value: unknown, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(typeof value === 'string' ? value : JSON.stringify(value));
      const vectors = input.map(vectorOf);
      // The vectors are returned in another order, which the protocol allows.
      const data = vectors.map((embedding, index) => ({ index, embedding })).reverse();
      switch (state.behaviour) {
        case 'silent':
          return;
        case 'error':
          return json({ error: { message: 'model not loaded' } }, 500);
        case 'no-json':
          return json('<html>');
        case 'too-few':
          return json({ data: data.slice(1) });
        case 'ragged':
          return json({ data: data.map((each) => (each.index === 0 ? { ...each, embedding: [1, 2] } : each)) });
        case 'not-numbers':
          return json({ data: data.map((each) => ({ ...each, embedding: ['a'] })) });
        case 'longer':
          return json({ data: data.map((each) => ({ ...each, embedding: [...each.embedding, 1] })) });
        case 'redirect':
          return response.writeHead(307, { location: '/elsewhere' }).end();
        default:
          return json({ object: 'list', model, data });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const state: EmbeddingServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour: 'good',
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return state;
}
