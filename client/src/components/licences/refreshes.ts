/** Reads to refetch after a change of licences. */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { library } from '@fundus/contract/library/library';
import { licences } from '@fundus/contract/licences/licences';
import { licencePackages } from '@fundus/contract/licences/packages';
import { licenceSeats } from '@fundus/contract/licences/seats';

export const LICENCE_READS = {
  refreshes: [
    licences.list,
    licences.choices,
    licences.read,
    licenceSeats.seats,
    licenceSeats.codes,
    licenceSeats.candidates,
    licences.ofMedium,
    library.licences,
    catalogue.search,
  ],
};

/** Reads to refetch after a change of packages. */
export const PACKAGE_READS = { refreshes: [licencePackages.packages] };
