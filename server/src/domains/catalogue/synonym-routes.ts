import type { synonyms } from '@fundus/contract/catalogue/synonyms';
import type { Handlers } from '../../http/implement.ts';
import { addSynonyms, changeSynonyms, importSynonyms, readSynonyms, removeSynonyms } from './synonyms.ts';

export const handlers: Handlers<typeof synonyms> = {
  synonyms: (ctx, { query }) => readSynonyms(ctx, query),
  addSynonyms: (ctx, { body }) => addSynonyms(ctx, body.words),
  changeSynonyms: (ctx, { params, body }) => changeSynonyms(ctx, params.id, body.words),
  removeSynonyms: (ctx, { params }) => removeSynonyms(ctx, params.id),
  importSynonyms: (ctx, { body }) => importSynonyms(ctx, body.text, body.replace),
};
