/** Search adapters by kind of source. */
import type { SourceKind } from '@fundus/contract/external-sources/sources';
import { searchArix } from './arix.ts';
import { searchCommons } from './commons.ts';
import { searchEduSharing } from './edu-sharing.ts';
import type { Adapter } from './found.ts';
import { searchMundo } from './mundo.ts';
import { searchOai } from './oai-pmh.ts';
import { searchOersi } from './oersi.ts';
import { searchSru } from './sru.ts';

export const ADAPTERS: Record<SourceKind, Adapter> = {
  edu_sharing: searchEduSharing,
  oersi: searchOersi,
  mundo: searchMundo,
  sru: searchSru,
  oai_pmh: searchOai,
  arix: searchArix,
  commons: searchCommons,
};
