// The rows of the table, in its order.

import * as alarms from './rows/alarms.js'
import * as cancel from './rows/cancel.js'
import * as dueCheck from './rows/due-check.js'
import * as fire from './rows/fire.js'
import * as firstLoad from './rows/first-load.js'
import * as httpBatch from './rows/http-batch.js'
import * as httpSingle from './rows/http-single.js'
import * as httpStart from './rows/http-start.js'
import * as httpUpcoming from './rows/http-upcoming.js'
import * as idle from './rows/idle.js'
import * as importKv from './rows/import-kv.js'
import * as inbox from './rows/inbox.js'
import * as lateness from './rows/lateness.js'
import * as listDelete from './rows/list-delete.js'
import * as mark from './rows/mark.js'
import * as move from './rows/move.js'
import * as openTransaction from './rows/open-transaction.js'
import * as pagesUpcoming from './rows/pages-upcoming.js'
import * as preview from './rows/preview.js'
import * as scheduleBulk from './rows/schedule-bulk.js'
import * as scheduleSingle from './rows/schedule-single.js'
import * as size from './rows/size.js'
import * as suggest from './rows/suggest.js'
import * as sweep from './rows/sweep.js'
import * as told from './rows/told.js'
import * as travel from './rows/travel.js'

export const rows = [
  { id: 'schedule-bulk', ...scheduleBulk },
  { id: 'schedule-single', ...scheduleSingle },
  { id: 'fire', ...fire },
  { id: 'lateness', ...lateness },
  { id: 'idle', ...idle },
  { id: 'open-transaction', ...openTransaction },
  { id: 'mark', ...mark },
  { id: 'size', ...size },
  { id: 'move', ...move },
  { id: 'cancel', ...cancel },
  { id: 'preview', ...preview },
  { id: 'travel', ...travel },
  { id: 'http-single', ...httpSingle },
  { id: 'http-batch', ...httpBatch },
  { id: 'http-upcoming', ...httpUpcoming },
  { id: 'http-start', ...httpStart },
  { id: 'alarms', ...alarms },
  { id: 'sweep', ...sweep },
  { id: 'suggest', ...suggest },
  { id: 'import-kv', ...importKv },
  { id: 'due-check', ...dueCheck },
  { id: 'list-delete', ...listDelete },
  { id: 'told', ...told },
  { id: 'pages-upcoming', ...pagesUpcoming },
  { id: 'inbox', ...inbox },
  { id: 'first-load', ...firstLoad },
].map((row, i) => ({ ...row, number: i + 1 }))
