import { destination } from 'pino';

// The buffer in characters. Lines beyond this buffer are dropped, because the memory is needed for requests.
const LONGEST_WAITING = 8_000_000;

/**
 * Opens the log, a file or standard output. While it cannot be written, for example on a full disk, lines wait or are lost and
 * the shop goes on. Without the error handler, the process would end; without the changed flush, its exit would hang.
 */
export function openLogDestination(file?: string) {
  const dest = file ?? process.stdout.fd;
  const stream = destination({ dest, mkdir: true, sync: false, maxLength: LONGEST_WAITING });
  const flush = stream.flushSync.bind(stream);
  let isRefused = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // EPIPE means that the operator closed the reader of the log, so nothing is reported.
    if (!isRefused && error.code !== 'EPIPE')
      process.stderr.write(`The log cannot be written, and what does not fit is lost: ${error.message}\n`);
    isRefused = true;
  });
  stream.on('drain', () => {
    isRefused = false;
  });
  stream.flushSync = () => {
    if (!isRefused) flush();
  };
  return stream;
}
