/** URLs of the imprint, privacy notice, terms, accessibility statement and contact page (docs/behaviour/legal.md#pages). */
import { isSettingEnabled, type FrontendConfig } from '../config.ts';
import { traitsOf } from '../portal-types.ts';
import type { LegalPage } from './content.ts';
import { href } from '../screens.ts';

/** Returns whether the portal serves a legal page itself, either by its settings or because the statement always has its own page. */
export const servesPage = (page: LegalPage, config: FrontendConfig): boolean =>
  isSettingEnabled('LegalPages', config) || (page === 'accessibility' && traitsOf(config).statementPage);

/** Returns whether the accessibility statement is a section of the imprint instead of a separate page. */
export const isStatementInImprint = (config: FrontendConfig): boolean =>
  !traitsOf(config).statementPage && servesPage('accessibility', config);

/** Anchor of the accessibility statement in the imprint. */
export const STATEMENT_ANCHOR = 'accessibility';

export type LegalDestination = { page: LegalPage | 'contact'; href: string };

/** Returns the legal links in the order of the footer. URLs set by the administrator (`own`) take precedence. */
export function legalDestinations(config: FrontendConfig, own: Partial<Record<LegalPage, string>> = {}): LegalDestination[] {
  const partner = config.LegalPages === 'partner' ? config.LegalLinks : undefined;
  const here: Record<LegalDestination['page'], string> = {
    imprint: servesPage('imprint', config) ? href('imprint') : '',
    privacy: servesPage('privacy', config) ? href('privacy') : '',
    terms: servesPage('terms', config) ? href('terms') : '',
    contact: isSettingEnabled('LegalPages', config) ? href('contact') : '',
    accessibility: isStatementInImprint(config)
      ? `${href('imprint')}#${STATEMENT_ANCHOR}`
      : servesPage('accessibility', config)
        ? href('accessibility')
        : '',
  };
  return (['imprint', 'privacy', 'terms', 'contact', 'accessibility'] as const).flatMap((page) => {
    const chosen = page === 'contact' ? '' : (own[page] ?? '');
    const address = chosen || here[page] || partner?.[page] || '';
    return address ? [{ page, href: address }] : [];
  });
}
