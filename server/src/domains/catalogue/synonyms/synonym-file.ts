/** Reads a list of synonyms. Runs in a child process started by `synonym-routes.ts`. */
import { readListText } from '@fundus/importer/tables/read-list';

export const readSynonymFile = (bytes: Uint8Array): Promise<string> => readListText(bytes);
