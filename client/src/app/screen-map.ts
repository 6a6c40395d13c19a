/** Loaders of the screens by route name. A route without a loader causes a compile error. */
import type { ScreenName } from '@fundus/contract/screens';
import type { ComponentType } from 'react';
import type { ScreenModule, ScreenProps } from '../components/page/screen.ts';
import { loadLater } from '../ui/load-later.tsx';
import { ScreenPlaceholder } from '../ui/Skeleton.tsx';
import { loadTextsOf } from './screen-texts.ts';

const load: { [N in ScreenName]: () => Promise<ScreenModule<N>> } = {
  homepage: () => import('../screens/home/HomeScreen.tsx'),
  search: () => import('../screens/catalogue/search/SearchScreen.tsx'),
  'ai-search': () => import('../screens/catalogue/search/AiSearchScreen.tsx'),
  csearch: () => import('../screens/catalogue/search/SearchScreen.tsx'),
  media: () => import('../screens/catalogue/medium/MediumScreen.tsx'),
  'search-media-detail': () => import('../screens/catalogue/medium/MediumScreen.tsx'),
  'csearch-media-detail': () => import('../screens/catalogue/medium/MediumScreen.tsx'),
  library: () => import('../screens/library/LibraryScreen.tsx'),
  'own-material': () => import('../screens/catalogue/edit/own/OwnMaterialScreen.tsx'),
  'library-media-detail': () => import('../screens/catalogue/medium/MediumScreen.tsx'),
  medialist: () => import('../screens/medialists/MedialistScreen.tsx'),
  'medialist-media-detail': () => import('../screens/catalogue/medium/MediumScreen.tsx'),
  link: () => import('../screens/medialists/LinkScreen.tsx'),
  invitation: () => import('../screens/invitations/InvitationScreen.tsx'),
  classes: () => import('../screens/classes/ClassesScreen.tsx'),
  class: () => import('../screens/classes/ClassScreen.tsx'),
  'class-media-detail': () => import('../screens/catalogue/medium/MediumScreen.tsx'),
  school: () => import('../screens/schools/SchoolScreen.tsx'),
  'school-media-detail': () => import('../screens/licences/LicenceScreen.tsx'),
  'lending-kiosk': () => import('../screens/lending/kiosk/KioskScreen.tsx'),
  'lending-borrower': () => import('../screens/lending/BorrowerScreen.tsx'),
  'lending-device': () => import('../screens/lending/DeviceScreen.tsx'),
  'tech-rental': () => import('../screens/lending/LendingScreen.tsx'),
  marketplace: () => import('../screens/marketplace/MarketplaceScreen.tsx'),
  marketplacemedia: () => import('../screens/marketplace/products/ProductScreen.tsx'),
  'purchase-confirmed': () => import('../screens/marketplace/orders/PurchaseScreen.tsx'),
  'purchase-cancelled': () => import('../screens/marketplace/orders/PurchaseScreen.tsx'),
  'catalogue-editing': () => import('../screens/catalogue/edit/EditListScreen.tsx'),
  'medium-editing': () => import('../screens/catalogue/edit/EditMediumScreen.tsx'),
  'news-list': () => import('../screens/news/NewsListScreen.tsx'),
  news: () => import('../screens/news/NewsScreen.tsx'),
  'first-start': () => import('../screens/accounts/first-start/FirstStartScreen.tsx'),
  theme: () => import('../screens/setup/theme/ThemeScreen.tsx'),
  translation: () => import('../screens/setup/texts/TranslationScreen.tsx'),
  duplicates: () => import('../screens/duplicates/DuplicatesScreen.tsx'),
  imports: () => import('../screens/imports/ImportsScreen.tsx'),
  'content-hosts': () => import('../screens/content-hosts/ContentHostsScreen.tsx'),
  sources: () => import('../screens/external-sources/SourcesScreen.tsx'),
  imprint: () => import('../screens/legal/ImprintScreen.tsx'),
  privacy: () => import('../screens/legal/PrivacyScreen.tsx'),
  terms: () => import('../screens/legal/TermsScreen.tsx'),
  contact: () => import('../screens/legal/ContactScreen.tsx'),
  accessibility: () => import('../screens/legal/AccessibilityScreen.tsx'),
  'hueber-app-download': () => import('../screens/legal/AppDownloadScreen.tsx'),
  help: () => import('../screens/help/HelpScreen.tsx'),
  login: () => import('../screens/accounts/sign-in/LoginScreen.tsx'),
  register: () => import('../screens/accounts/registration/RegisterScreen.tsx'),
  'register-invited': () => import('../screens/accounts/registration/RegisterInvitedScreen.tsx'),
  'register-success': () => import('../screens/accounts/registration/RegisterSuccessScreen.tsx'),
  'password-request': () => import('../screens/accounts/passwords/PasswordRequestScreen.tsx'),
  'password-reset': () => import('../screens/accounts/passwords/PasswordResetScreen.tsx'),
  'password-reset-confirm': () => import('../screens/accounts/passwords/PasswordConfirmScreen.tsx'),
  'password-reset-new': () => import('../screens/accounts/passwords/PasswordNewScreen.tsx'),
  'password-reset-success': () => import('../screens/accounts/passwords/PasswordSuccessScreen.tsx'),
  account: () => import('../screens/accounts/own/AccountScreen.tsx'),
  'email-confirm': () => import('../screens/accounts/registration/EmailConfirmScreen.tsx'),
  notices: () => import('../screens/notices/NoticesScreen.tsx'),
  lti: () => import('../screens/lti/LtiScreen.tsx'),
  routines: () => import('../screens/routines/RoutinesScreen.tsx'),
  'sign-on': () => import('../screens/accounts/sign-on/SignOnScreen.tsx'),
  error: () => import('../screens/errors/ErrorScreen.tsx'),
};

/** Starts loading a screen before it is shown. */
export const preload = (name: ScreenName): Promise<unknown> => load[name]().catch(() => null);

export type AnyScreen = ComponentType<ScreenProps>;

const lazyScreens = new Map<ScreenName, AnyScreen>();

/** Returns the component of a screen. Each name always returns the same component, so that the screen stays mounted. */
export function screenOf(name: ScreenName): AnyScreen {
  let screen = lazyScreens.get(name);
  if (!screen) {
    screen = loadLater(
      async () => {
        const [{ Screen }] = await Promise.all([load[name](), loadTextsOf(name)]);
        return Screen as AnyScreen;
      },
      ScreenPlaceholder,
      'screen',
    );
    lazyScreens.set(name, screen);
  }
  return screen;
}
