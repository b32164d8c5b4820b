import { destination } from 'pino';

// What waits to be written, in characters. More is dropped: the memory is needed by customers.
const LONGEST_WAITING = 8_000_000;

/**
 * Where the log goes, a file or standard output. While that cannot be written, on a full disk, lines wait or are lost and the
 * shop goes on: unheard, the failure would end it, and pino's last act at the end of a process would be to try for ever.
 */
export function openLogDestination(file?: string) {
  const dest = file ?? process.stdout.fd;
  const stream = destination({ dest, mkdir: true, sync: false, maxLength: LONGEST_WAITING });
  const flush = stream.flushSync.bind(stream);
  let isRefused = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Of a reader that is gone nobody is told: it was the operator's.
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
