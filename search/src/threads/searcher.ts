/** A thread that answers. */
import type { MessagePort } from 'node:worker_threads';
import type { OpenOptions } from '../door.ts';
import type { Generation } from '../index/generation.ts';
import type { Segment } from '../index/segment.ts';
import { fieldsOf } from '../index/segment.ts';
import { answer } from '../query/answer.ts';
import { createScratch } from '../query/scratch.ts';
import { synonymsOf } from '../query/synonyms.ts';
import type { FromSearcher, ToSearcher } from './messages.ts';
import { failureOf, receive } from './messages.ts';

export function serveSearches(port: MessagePort, options: OpenOptions): void {
  const fields = fieldsOf(options.schema);
  const synonyms = synonymsOf(options.synonyms ?? []);
  const scratch = createScratch();
  const known = new Map<number, Segment>();
  let generation: Generation;
  port.on('message', (message: ToSearcher) => {
    if (message.kind === 'generation') {
      generation = receive(message.publication, known);
      return;
    }
    const { job, method, query } = message;
    const reply: FromSearcher = { job };
    try {
      reply.answer = answer(method, query, { generation, fields, synonyms }, scratch, options.timeout);
    } catch (error) {
      reply.failure = failureOf(error);
    }
    port.postMessage(reply);
  });
}
