/** What a change of shared media puts out of date. */
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';

export const SHARED_READS = { refreshes: [sharedMedia.list, sharedMedia.colleagues] };
