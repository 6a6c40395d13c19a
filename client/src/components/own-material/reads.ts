/** Queries to refetch after own material changes. */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { ownMaterial } from '@fundus/contract/own-material/own-material';

export const MATERIAL_READS = {
  refreshes: [
    ownMaterial.list,
    ownMaterial.ofSchool,
    catalogue.detail,
    catalogue.catalogueDetail,
    catalogue.search,
    catalogue.distinct,
    catalogue.catalogueSearch,
    catalogue.catalogueDistinct,
  ],
};
