/** Reads that are out of date once something about a licence changed. */
import { catalogue } from '@fundus/contract/catalogue';
import { library } from '@fundus/contract/library';
import { licences } from '@fundus/contract/licences';
import { licenceSeats } from '@fundus/contract/licence-seats';

export const LICENCE_READS = {
  refreshes: [
    licences.list,
    licences.read,
    licenceSeats.seats,
    licenceSeats.codes,
    licenceSeats.candidates,
    licences.ofMedium,
    library.licences,
    catalogue.search,
  ],
};
