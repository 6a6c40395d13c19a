/** Type declarations for the light build, which has the API of the full build but no types. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
