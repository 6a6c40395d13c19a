import type { synonyms } from '@fundus/contract/catalogue/synonyms';
import type { Handlers } from '../../../http/implement.ts';
import { readInChild } from '../../../child-process/run-in-child.ts';
import { decodeTableContent } from '../../../tables/read-content.ts';
import { addSynonyms, changeSynonyms, importSynonyms, readSynonyms, removeSynonyms } from './synonyms.ts';
import type * as synonymFile from './synonym-file.ts';

const { readSynonymFile } = readInChild<typeof synonymFile>(
  new URL('./synonym-file.ts', import.meta.url),
  { seconds: 5, megabytes: 512 },
  'content',
);

export const handlers: Handlers<typeof synonyms, 'search'> = {
  synonyms: (ctx, { query }) => readSynonyms(ctx, query),
  addSynonyms: (ctx, { body }) => addSynonyms(ctx, body.words),
  changeSynonyms: (ctx, { params, body }) => changeSynonyms(ctx, params.id, body.words),
  removeSynonyms: (ctx, { params }) => removeSynonyms(ctx, params.id),
  importSynonyms: {
    before: (_, { body }) => readSynonymFile(decodeTableContent(body.content)),
    write: (ctx, { body }, text: string) => importSynonyms(ctx, text, body.replace),
  },
};
