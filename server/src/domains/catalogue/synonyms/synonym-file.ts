/** Reads a file with synonyms. Runs in a child process that `synonym-routes.ts` starts. */
import { readListText } from '@fundus/importer/tables/read-list';

export const readSynonymFile = (bytes: Uint8Array): Promise<string> => readListText(bytes);
