/** Public API of the domain exchange, which answers requests of other systems. */
import type { Portal } from '../../http/context.ts';
import { answerArix } from './arix.ts';
import { answerOembed, answerOpenSearch, answerSuggestions, answerUnapi } from './citing.ts';
import type { ExchangeRequest, Reply } from './exchange.ts';
import { answerOai } from './oai.ts';
import { answerPolicies } from './policies.ts';
import { answerSiteMap, answerSiteMapPart } from './site-map.ts';
import { answerSru } from './sru.ts';

export { addConsumer, describeConsumers, deleteConsumer } from './arix-consumers.ts';
export { exportsMetadata } from './exchange.ts';
export { findMovedPage } from './moved.ts';
export { describePage } from './page-head.ts';

type Used = 'contentUrl' | 'oaiEmail' | 'search';

/** Returns the handlers by address. The first three addresses accept posted forms. `format` restricts an address to requests for this format. */
export function answerers(
  portal: Portal<Used>,
): { path: string; post?: boolean | 'only'; format?: string; answer: (asked: ExchangeRequest) => Promise<Reply> }[] {
  const by = (answer: (portal: Portal<Used>, asked: ExchangeRequest) => Promise<Reply>) => (asked: ExchangeRequest) =>
    answer(portal, asked);
  return [
    { path: '/oai', post: true, answer: by(answerOai) },
    { path: '/sru', post: true, answer: by(answerSru) },
    { path: '/arix/*', post: 'only', answer: by(answerArix) },
    { path: '/schulconnex/v1/policies-info', answer: by(answerPolicies) },
    { path: '/sitemap.xml', answer: by(answerSiteMap) },
    { path: '/sitemap-part.xml', answer: by(answerSiteMapPart) },
    { path: '/opensearch.xml', answer: by(answerOpenSearch) },
    { path: '/opensearch-suggestions', answer: by(answerSuggestions) },
    { path: '/oembed', answer: by(answerOembed) },
    { path: '/unapi', answer: by(answerUnapi) },
    { path: '/api/v1/media/:id', format: 'amb', answer: by(answerUnapi) },
  ];
}
