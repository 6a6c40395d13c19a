/** Sample requests for all calls of duplicates. The requested media do not exist. */
import { newId } from '../../db/new-id.ts';

export const duplicateSamples = () => ({
  'duplicates.list': {},
  'duplicates.mergeSure': {},
  'duplicates.merge': { body: { kept: newId(), gone: newId() } },
  'duplicates.apart': { body: { one: newId(), other: newId() } },
  'duplicates.undo': { params: { id: newId() } },
});
