/** Queries to refetch after media or their files change. */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { catalogueEdit } from '@fundus/contract/catalogue/edit';

export const MEDIUM_READS = {
  refreshes: [
    catalogueEdit.editList,
    catalogueEdit.mediumVersions,
    catalogue.detail,
    catalogue.catalogueDetail,
    catalogue.similar,
    catalogue.search,
    catalogue.distinct,
    catalogue.catalogueSearch,
    catalogue.catalogueDistinct,
    catalogue.vectorSearch,
    catalogue.vectorDistinct,
    catalogue.trending,
  ],
};
