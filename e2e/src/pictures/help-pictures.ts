/** Screenshots for the help topics. `npm run screens -- --help-pictures` updates them. */
import { either } from '../texts.ts';
import type { Page } from 'playwright-core';

type HelpPicture = {
  /** Name of the shot that is used for the topic. */
  shot: string;
  /** Scrolls to the part of the screen that the topic describes. */
  show?: (page: Page) => Promise<void>;
};

const toRights = async (page: Page): Promise<void> => {
  const heading = page.getByRole('heading', { name: either('media.may') });
  await heading.evaluate((element) => element.scrollIntoView({ block: 'center' }));
};

/** Scrolls down, because in a narrow window the form is below the film. */
const toExcerpt = async (page: Page): Promise<void> => {
  const start = page.getByRole('slider', { name: /^(Anfang|Start)$/ });
  await start.evaluate((element) => element.closest('form')!.scrollIntoView({ block: 'center' }));
};

/** Screenshots by topic (client/src/screens/help/topics.ts). */
export const HELP_PICTURES: Record<string, HelpPicture> = {
  signIn: { shot: 'login' },
  search: { shot: 'search' },
  learnerAssignments: { shot: 'assignment-pupil' },
  learnerGiven: { shot: 'class-pupil' },
  learnerLists: { shot: 'list-pupil' },
  learnerAsk: { shot: 'media-ask' },
  learnerCode: { shot: 'login-code' },
  play: { shot: 'media-video' },
  rights: { shot: 'media-video', show: toRights },
  keep: { shot: 'library-bookmarks' },
  share: { shot: 'share' },
  excerpt: { shot: 'media-excerpt', show: toExcerpt },
  lists: { shot: 'list' },
  classes: { shot: 'class' },
  assignments: { shot: 'results' },
  codes: { shot: 'class-codes' },
  asked: { shot: 'class-questions' },
  recommend: { shot: 'share-people' },
  lending: { shot: 'lending' },
  purchase: { shot: 'product' },
  material: { shot: 'library-own' },
  materialOfSchool: { shot: 'school-material' },
  people: { shot: 'school-people' },
  licences: { shot: 'library-manage' },
  purchaseForSchool: { shot: 'marketplace-orders' },
  schools: { shot: 'schools' },
  signOn: { shot: 'sign-on' },
  imports: { shot: 'imports' },
  editing: { shot: 'editing-medium' },
  appearance: { shot: 'theme' },
};
