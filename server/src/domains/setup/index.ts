/** The door of setup: how the portal speaks, names itself and looks. */
export { allLanguages, expectedOf, hasTexts, mustKnow, offeredLanguages, publishedTexts } from './languages.ts';
export { pictureContent, pictureHeaders, readPicture, removeUnusedPictures, type ReadPicture } from './pictures.ts';
export { listOwnTexts } from './repository.ts';
export { readSettings, readTheme } from './theme.ts';
