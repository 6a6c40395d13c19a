/** Driver for servers with the API `POST /v1/embeddings` of OpenAI, such as Ollama, vLLM and LocalAI. */
import { z } from 'zod';
import { type Driver, EmbeddingError } from './driver.ts';

const Reply = z.object({ data: z.array(z.object({ index: z.int().min(0).optional(), embedding: z.array(z.number()) })) });

/** Maximum size of a reply in bytes per text, which is enough for 8,192 dimensions in decimal notation. */
const MAX_FOR_A_TEXT = 8_192 * 24;

/** Returns the endpoint for a URL such as `http://host:11434`, `http://host/v1` or `http://host/v1/embeddings`. */
export function endpointOf(url: string): string {
  const address = new URL(url);
  const path = address.pathname.replace(/(?<!\/)\/+$/, '');
  address.pathname = path.endsWith('/embeddings') ? path : path === '' ? '/v1/embeddings' : `${path}/embeddings`;
  return String(address);
}

export function httpDriver(url: string, model: string, key: string | undefined): Driver {
  const address = endpointOf(url);
  return {
    name: `http ${model}`,
    async embed(texts, _kind, signal) {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
        redirect: 'error',
        signal,
      }).catch((error: unknown) => {
        throw new EmbeddingError('unreachable', reasonOf(error));
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new EmbeddingError('refused', `the server returned ${response.status}`);
      }
      const parsed = Reply.safeParse(parse(await readLimited(response, 4_096 + texts.length * MAX_FOR_A_TEXT)));
      if (!parsed.success) throw new EmbeddingError('bad_reply', 'the reply is not a list of vectors');
      const { data } = parsed.data;
      return data
        .map((each, at) => ({ at: each.index ?? at, vector: each.embedding }))
        .sort((a, b) => a.at - b.at)
        .map(({ vector }) => vector);
    },
    close: async () => {},
  };
}

async function readLimited(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > most) throw new EmbeddingError('bad_reply', 'the reply is too long');
    text += decoder.decode(chunk as Uint8Array, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new EmbeddingError('bad_reply', 'the reply is not JSON');
  }
}

/** Returns the code or name of an error. Its message is omitted, because it may contain the address or the texts. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.name) : 'unknown';
}
