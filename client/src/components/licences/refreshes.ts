/** Queries to refetch after licences change. */
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

/** Queries to refetch after packages change. */
export const PACKAGE_READS = { refreshes: [licencePackages.packages] };
