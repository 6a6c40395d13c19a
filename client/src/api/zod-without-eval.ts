/** First import of the page: schemas must not try `new Function`, which the content security policy forbids and reports. */
import { config } from 'zod';

config({ jitless: true });
