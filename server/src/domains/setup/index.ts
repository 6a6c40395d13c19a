/** Public API of setup: languages, texts, names and theme. */
export { APP_ICONS, drawAppIcon, type AppIconName } from './app-icon.ts';
export {
  listKnownLanguages,
  expectedOf,
  hasTexts,
  requireKnownLanguage,
  listOfferedLanguages,
  ownName,
  publishedTexts,
  switchLanguage,
} from './languages.ts';
export { readPictureContent, pictureHeaders, readPicture, removeUnusedPictures, type ReadPicture } from './pictures.ts';
export { listOwnTexts } from './repository.ts';
export { requireValidText } from './texts.ts';
export { findIllustration, publishFirstTheme, readSettings, readTheme } from './theme.ts';
