/** The light build has the same face as the full one but no declarations of its own. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
