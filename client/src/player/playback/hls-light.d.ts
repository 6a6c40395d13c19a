/** The light build has the API of the full one but no type declarations. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
