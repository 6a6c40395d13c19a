/** Queries to refetch after shares change. */
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';

export const SHARED_READS = { refreshes: [sharedMedia.list, sharedMedia.colleagues] };
