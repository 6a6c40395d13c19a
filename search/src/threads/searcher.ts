/** Thread that executes queries. */
import type { MessagePort } from 'node:worker_threads';
import type { OpenOptions } from '../api.ts';
import type { IndexView } from '../index/index-view.ts';
import { vectorMemory } from '../index/index-view.ts';
import type { Segment } from '../index/segment.ts';
import { fieldsOf } from '../index/segment.ts';
import { execute } from '../query/execute.ts';
import { createScratch } from '../query/scratch.ts';
import { synonymsOf } from '../query/synonyms.ts';
import type { FromSearcher, ToSearcher } from './messages.ts';
import { failureOf, receive, unpackSynonyms } from './messages.ts';
import { releaseMemory } from './release.ts';

export function serveSearches(port: MessagePort, options: OpenOptions): void {
  const fields = fieldsOf(options.schema);
  let synonyms = synonymsOf(options.synonyms ?? []);
  const scratch = createScratch();
  const known = new Map<number, Segment>();
  let view: IndexView | undefined;
  const post = (message: FromSearcher): void => port.postMessage(message);
  port.on('message', (message: ToSearcher) => {
    if (message.kind === 'view') {
      const before: IndexView | undefined = view;
      view = receive(message.publication, known);
      if (before === undefined) post({ kind: 'ready' });
      else if (before.model?.space !== view.model?.space) releaseMemory(vectorMemory(before));
      return;
    }
    if (message.kind === 'synonyms') {
      synonyms = synonymsOf(...unpackSynonyms(message.packed));
      return;
    }
    const { job, method, query } = message;
    try {
      const answer = execute(method, query, { view: view!, fields, synonyms }, scratch, options.timeout);
      post({ kind: 'answer', job, answer: JSON.stringify(answer) });
    } catch (error) {
      post({ kind: 'answer', job, failure: failureOf(error) });
    }
  });
}
