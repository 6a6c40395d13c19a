/** The door of exchange: what other systems may ask. */
export { tellsOthers, type Asked, type Reply } from './exchange.ts';
export { answerOai } from './oai.ts';
