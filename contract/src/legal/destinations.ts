/** Where imprint, privacy, terms, accessibility statement and contact are found (docs/behaviour/legal.md#pages). */
import { settingIsOn, type FrontendConfig } from '../config.ts';
import { traitsOf } from '../portal-types.ts';
import type { LegalPage } from './content.ts';
import { href } from '../screens.ts';

/** Whether the portal itself shows a page: the generic ones by the setting, the statement besides always where it has a page of its own. */
export const servesPage = (page: LegalPage, config: FrontendConfig): boolean =>
  settingIsOn('LegalPages', config) || (page === 'accessibility' && traitsOf(config).statementPage);

/** Where the statement has no page of its own it is a section of the imprint. */
export const statementIsInImprint = (config: FrontendConfig): boolean =>
  !traitsOf(config).statementPage && servesPage('accessibility', config);

/** The section of the imprint with the statement. */
export const STATEMENT_ANCHOR = 'accessibility';

export type LegalDestination = { page: LegalPage | 'contact'; href: string };

/** The legal links of the footer, in their order. An address the administrator chose (`own`) stands before the portal's own page. */
export function legalDestinations(config: FrontendConfig, own: Partial<Record<LegalPage, string>> = {}): LegalDestination[] {
  const partner = config.LegalPages === 'partner' ? config.LegalLinks : undefined;
  const here: Record<LegalDestination['page'], string> = {
    imprint: servesPage('imprint', config) ? href('imprint') : '',
    privacy: servesPage('privacy', config) ? href('privacy') : '',
    terms: servesPage('terms', config) ? href('terms') : '',
    contact: settingIsOn('LegalPages', config) ? href('contact') : '',
    accessibility: statementIsInImprint(config)
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
