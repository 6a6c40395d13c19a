/** The demo turns on everything that can be shown, except that guests search (design.md §8). */
import type { FrontendConfigInput } from '@fundus/contract/config';

export const DEMO_CONFIG: FrontendConfigInput = {
  Verleih: true,
  GeraeteVerleih: true,
  Katalog: true,
  AllowRegister: true,
  VectorSearch: true,
  ExternSearch: true,
  AllowReturns: true,
  LinkToMP: true,
  ShowAnalytics: true,
};
