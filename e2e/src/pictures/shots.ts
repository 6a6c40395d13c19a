/** List of all screens for screenshots and accessibility checks. */
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { href, type ScreenName } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { accountShots } from './account-shots.ts';
import { classShots } from './class-shots.ts';
import * as classSteps from '../steps/class-steps.ts';
import * as listSteps from '../steps/list-steps.ts';
import * as imports from '../steps/import-steps.ts';
import { libraryShots } from './library-shots.ts';
import { deskShots, kioskShots, lendingShots } from './lending-shots.ts';
import { marketplaceShots } from './marketplace-shots.ts';
import { keyShots, ltiShots } from './lti-shots.ts';
import * as newsSteps from '../steps/news-steps.ts';
import * as addresses from './shot-addresses.ts';
import * as sources from '../steps/source-steps.ts';
import * as steps from '../steps/shot-steps.ts';
import * as tables from '../steps/table-steps.ts';
import type { Shot } from './shot.ts';

/** Returns one demo medium for each viewer. */
async function media(page: Page): Promise<MediaItem[]> {
  const found = new Map<string, MediaItem>();
  for (let offset = 0, total = 1; offset < total; offset += 100) {
    const reply = await page.request.get(`/api/v1/media/catalogue/search?limit=100&offset=${offset}`);
    const answer = (await reply.json()) as { total: number; items: MediaItem[] };
    for (const item of answer.items) if (!found.has(item.viewer)) found.set(item.viewer, item);
    total = answer.total;
  }
  return [...found.values()];
}

/** Returns the shots of all screens. `page` is used to find media of the catalogue. A screen without a shot does not compile. */
export async function shots(page: Page): Promise<(Shot & { screen: ScreenName })[]> {
  const found = await media(page);
  const id = found[0]?.identifier ?? '';
  const all: Record<ScreenName, Shot[]> = {
    ...accountShots,
    homepage: [
      { name: 'home', as: 'teacher', path: href('homepage') },
      { name: 'home-pupil', as: 'student', path: href('homepage') },
      { name: 'home-school', as: 'schoolAdmin', path: href('homepage') },
      { name: 'home-district', as: 'districtAdmin', path: href('homepage') },
    ],
    search: [
      { name: 'search', as: 'teacher', path: href('search', {}, { q: 'Wasser' }) },
      { name: 'search-filtered', as: 'teacher', path: href('search', {}, { filter_fn_geb: ['080*', '220*'], filter_fn_sprache: ['de*'] }) },
      { name: 'search-filter-open', as: 'teacher', only: 'desktop', path: href('search'), before: steps.openFilters },
      { name: 'search-filter-sheet', as: 'teacher', only: 'phone', path: href('search'), before: steps.openFilters },
      { name: 'search-choose', as: 'teacher', path: href('search', {}, { q: 'Wasser' }), before: steps.chooseMedia },
      {
        name: 'search-none',
        as: 'teacher',
        path: href('search', {}, { q: 'Fotosyntese Xyzzyplugh', filter_fn_geb: '600*', filter_fn_typ: 'UC_BOOK' }),
      },
      { name: 'search-external', as: 'teacher', path: sources.withHits },
    ],
    'ai-search': [
      { name: 'ai-search', as: 'teacher', path: href('ai-search', {}, { q: 'Wie wird aus Licht Zucker?' }) },
      { name: 'ai-search-start', as: 'student', path: href('ai-search') },
      { name: 'ai-search-dialog', as: 'teacher', path: href('search'), before: steps.openQuestion },
    ],
    csearch: [
      { name: 'csearch', as: null, path: href('csearch', {}, { q: 'Wasser' }) },
      { name: 'csearch-closed', as: 'teacher', path: href('csearch', {}, { q: 'Zahlwerk' }) },
    ],
    media: found.map(({ identifier, viewer }) => ({ name: `media-${viewer}`, as: 'teacher', path: href('media', { id: identifier }) })),
    'library-media-detail': [
      { name: 'library-media', as: 'teacher', path: href('library-media-detail', { mediaType: 'media', mediaId: id }) },
      { name: 'media-seat', as: 'teacher', path: href('library-media-detail', { mediaType: 'book', mediaId: 'FU-55121153' }) },
      { name: 'media-review', as: 'teacher', path: href('media', { id: 'FU-55081323' }), before: steps.reviewMedium },
      { name: 'media-report', as: 'student', path: href('media', { id: 'FU-55081323' }), before: steps.reportMedium },
      { name: 'media-ask', as: 'student', path: href('media', { id: 'FU-55381289' }) },
      { name: 'media-excerpt', as: 'teacher', path: addresses.ofFilm, before: steps.beginExcerpt },
      { name: 'media-own', as: 'teacher', path: addresses.withOwnMaterial('page') },
      { name: 'media-cite', as: 'teacher', path: href('media', { id: 'FU-55081323' }), before: steps.citeMedium },
    ],
    'search-media-detail': [{ name: 'search-media', as: 'student', path: href('search-media-detail', { mediaId: id }) }],
    'csearch-media-detail': [{ name: 'csearch-media', as: null, path: href('csearch-media-detail', { mediaId: id }) }],
    imprint: [{ name: 'imprint', as: null, path: href('imprint') }],
    privacy: [{ name: 'privacy', as: null, path: href('privacy') }],
    terms: [{ name: 'terms', as: null, path: href('terms') }],
    contact: [{ name: 'contact', as: null, path: href('contact') }],
    // Exists only for the portal type 'hueber'. In the demo, the statement is part of the imprint.
    accessibility: [],
    // Exists only for the portal type 'hueber', like the following screen.
    help: [
      { name: 'help', as: 'teacher', path: href('help') },
      { name: 'help-pupil', as: 'student', path: href('help') },
    ],
    'hueber-app-download': [],
    library: libraryShots,
    'school-media-detail': [
      {
        name: 'licence',
        as: 'schoolAdmin',
        path: href('library', { tab: 'licences' }, { view: 'manage', q: 'Lebenslinien' }),
        before: steps.openLicence,
      },
      {
        name: 'licence-give',
        as: 'schoolAdmin',
        path: href('library', { tab: 'licences' }, { view: 'manage', q: 'Lebenslinien' }),
        before: async (on) => {
          await steps.openLicence(on);
          await on.getByRole('button', { name: /^(Plätze vergeben|Assign seats)$/ }).click();
          await on.getByRole('dialog').getByRole('checkbox').first().waitFor();
        },
      },
    ],
    link: [
      { name: 'link', as: null, path: listSteps.demoLink },
      { name: 'link-substitute', as: null, path: listSteps.demoSubstitute },
      { name: 'link-presentation', as: null, path: listSteps.demoSubstitute, before: listSteps.startPresentation },
      { name: 'link-code', as: null, path: listSteps.withoutLink },
    ],
    invitation: [
      { name: 'invitation', as: 'schoolAdmin', path: addresses.invitationLink },
      { name: 'invitation-class', as: null, path: classSteps.invitationToClass },
      { name: 'invitation-unknown', as: null, path: href('invitation', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }) },
    ],
    ...classShots,
    medialist: [
      { name: 'list', as: 'teacher', path: listSteps.oneList },
      { name: 'list-admin', as: 'schoolAdmin', path: listSteps.oneList },
      { name: 'list-pupil', as: 'student', path: listSteps.oneList },
      { name: 'list-add', as: 'teacher', path: listSteps.oneList, before: listSteps.addMedia },
      { name: 'list-release', as: 'teacher', path: listSteps.oneList, before: listSteps.releaseList },
      { name: 'list-edit', as: 'teacher', path: listSteps.oneList, before: listSteps.editList },
      { name: 'list-choose', as: 'teacher', path: listSteps.oneList, before: listSteps.chooseItems },
      { name: 'list-to', as: 'teacher', path: href('search', {}, { q: 'Wasser' }), before: listSteps.toList },
      { name: 'lists', as: 'teacher', path: listSteps.someLists('mine') },
      { name: 'lists-pupil', as: 'student', path: listSteps.someLists('released') },
    ],
    'medialist-media-detail': [{ name: 'list-medium', as: 'student', path: listSteps.partInList }],
    school: [
      { name: 'school', as: 'teacher', path: href('school') },
      { name: 'school-media', as: 'schoolAdmin', path: href('school', {}, { tab: 'media' }) },
      { name: 'school-shared', as: 'schoolAdmin', path: href('school', {}, { tab: 'shared' }) },
      { name: 'school-shared-pupil', as: 'student', path: href('school', {}, { tab: 'shared' }) },
      { name: 'school-news', as: 'schoolAdmin', path: newsSteps.withNews(href('school', {}, { tab: 'news' })) },
      { name: 'school-material', as: 'schoolAdmin', path: addresses.withOwnMaterial('of school') },
      { name: 'school-people', as: 'schoolAdmin', path: href('school', {}, { tab: 'people' }) },
      { name: 'school-people-import', as: 'schoolAdmin', path: href('school', {}, { tab: 'people' }), before: tables.importPeople },
      {
        name: 'school-people-mapping',
        as: 'schoolAdmin',
        path: href('school', {}, { tab: 'people' }),
        before: tables.importUnknownColumns,
      },
      { name: 'school-invitations', as: 'schoolAdmin', path: href('school', {}, { tab: 'invitations' }), before: steps.openInviting },
      { name: 'school-classes', as: 'schoolAdmin', path: href('school', {}, { tab: 'classes' }) },
      { name: 'school-classes-import', as: 'schoolAdmin', path: href('school', {}, { tab: 'classes' }), before: tables.importClasses },
      { name: 'school-year', as: 'schoolAdmin', path: href('school', {}, { tab: 'year' }) },
      { name: 'school-settings', as: 'schoolAdmin', path: href('school', {}, { tab: 'settings' }) },
      { name: 'school-calendar', as: 'schoolAdmin', path: href('school', {}, { tab: 'calendar' }), before: steps.openLossPreview },
      { name: 'school-numbers', as: 'schoolAdmin', path: href('school', {}, { tab: 'numbers' }) },
      { name: 'schools', as: 'districtAdmin', path: href('school') },
      { name: 'schools-import', as: 'districtAdmin', path: href('school'), before: tables.importSchools },
      { name: 'schools-invite', as: 'districtAdmin', path: href('school'), before: tables.inviteAdministrators },
      { name: 'schools-audit', as: 'districtAdmin', path: href('school', {}, { tab: 'audit' }) },
      { name: 'schools-platforms', as: 'districtAdmin', path: href('school', {}, { tab: 'platforms' }) },
      ...keyShots,
      { name: 'schools-calendar', as: 'districtAdmin', path: href('school', {}, { tab: 'calendar' }) },
      { name: 'schools-numbers', as: 'districtAdmin', path: href('school', {}, { tab: 'numbers' }) },
      { name: 'schools-people', as: 'districtAdmin', path: href('school', {}, { tab: 'people' }) },
    ],
    'own-material': [
      { name: 'own-material-new', as: 'teacher', path: href('own-material', { id: 'new' }) },
      { name: 'own-material-draft', as: 'teacher', path: addresses.withOwnMaterial('draft') },
      { name: 'own-material-given', as: 'teacher', path: addresses.withOwnMaterial('school') },
    ],
    'catalogue-editing': [
      { name: 'editing', as: 'districtAdmin', path: href('catalogue-editing') },
      { name: 'editing-bulk', as: 'districtAdmin', path: href('catalogue-editing', {}, { q: 'Wasser' }), before: steps.changeMany },
    ],
    'medium-editing': [
      { name: 'editing-medium', as: 'districtAdmin', path: href('medium-editing', { id }) },
      { name: 'editing-draft', as: 'districtAdmin', path: addresses.withDraft },
      { name: 'editing-new', as: 'districtAdmin', path: href('medium-editing', { id: 'new' }) },
      { name: 'editing-files', as: 'districtAdmin', path: href('medium-editing', { id }, { tab: 'files' }) },
      { name: 'editing-history', as: 'districtAdmin', path: href('medium-editing', { id }, { tab: 'history' }) },
    ],
    'news-list': [
      { name: 'news', as: 'teacher', path: href('news-list') },
      { name: 'news-pupil', as: 'student', path: href('news-list') },
      { name: 'news-written', as: 'schoolAdmin', path: newsSteps.withNews(href('news-list')) },
      { name: 'news-manage', as: 'schoolAdmin', path: newsSteps.withNews(newsSteps.MANAGE) },
      { name: 'news-new', as: 'schoolAdmin', path: newsSteps.NEW, before: newsSteps.saveEmpty },
      { name: 'news-categories', as: 'districtAdmin', path: newsSteps.MANAGE, before: newsSteps.openCategories },
    ],
    news: [
      { name: 'news-one', as: 'schoolAdmin', path: newsSteps.published },
      { name: 'news-edit', as: 'schoolAdmin', path: newsSteps.draft, before: newsSteps.openDraft },
      { name: 'news-preview', as: 'schoolAdmin', path: newsSteps.draft, before: newsSteps.preview },
      { name: 'news-missing', as: 'teacher', path: href('news', { id: '01890000-0000-7000-8000-000000000000' }) },
    ],
    notices: [
      { name: 'notices', as: 'teacher', path: href('notices') },
      { name: 'notices-pupil', as: 'student', path: href('notices') },
    ],
    'lending-kiosk': kioskShots,
    ...deskShots,
    'tech-rental': lendingShots,
    ...marketplaceShots,
    lti: ltiShots(found),
    theme: [{ name: 'theme', as: 'districtAdmin', path: href('theme') }],
    'content-hosts': [{ name: 'content-hosts', as: 'districtAdmin', path: href('content-hosts') }],
    sources: [
      { name: 'sources', as: 'districtAdmin', path: href('sources') },
      { name: 'sources-new', as: 'districtAdmin', path: href('sources'), before: sources.testSource },
    ],
    duplicates: [{ name: 'duplicates', as: 'districtAdmin', path: imports.withPairs }],
    imports: [
      { name: 'imports', as: 'districtAdmin', path: href('imports') },
      { name: 'imports-run', as: 'districtAdmin', path: imports.previewImport },
      { name: 'imports-source', as: 'districtAdmin', path: href('imports'), before: imports.newSource },
    ],
    translation: [
      { name: 'translation', as: 'districtAdmin', path: href('translation') },
      {
        name: 'translation-mail',
        as: 'districtAdmin',
        path: href('translation', {}, { q: 'mail.accountMade.text' }),
        before: steps.openMailText,
      },
    ],
    routines: [{ name: 'routines', as: 'districtAdmin', path: href('routines') }],
    'sign-on': [{ name: 'sign-on', as: 'districtAdmin', path: addresses.withSignOn }],
    error: [
      { name: 'error', as: 'teacher', path: '/no/such/place' },
      { name: 'error-link', as: null, path: href('error', { type: 'link_expired' }) },
    ],
  };
  return Object.entries(all).flatMap(([screen, list]) => list.map((shot) => ({ ...shot, screen: screen as ScreenName })));
}

/** Prepares and opens the screen of a shot. */
export async function openShot(page: Page, { path }: Shot): Promise<void> {
  await page.unrouteAll();
  const address = typeof path === 'string' ? path : await path(page);
  // Leaves the page first, because changing only the fragment would not reload it.
  if (address.includes('#')) await page.goto('about:blank');
  await page.goto(address);
}
