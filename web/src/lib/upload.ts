import { REQUEST_FAILED, type Send } from './api.ts';

/** Sends like fetch and reports the uploaded fraction of the body, from 0 to 1. */
export const uploadingSend =
  (onProgress: (fraction: number) => void): Send =>
  (path, { method = 'POST', headers, body }) =>
    new Promise((resolve, reject) => {
      const upload = new XMLHttpRequest();
      upload.open(method, path);
      for (const [name, value] of new Headers(headers)) upload.setRequestHeader(name, value);
      upload.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total);
      };
      upload.onload = () =>
        resolve(new Response(upload.responseText, { status: upload.status, statusText: upload.statusText }));
      upload.onerror = () => reject(new Error(REQUEST_FAILED));
      upload.onabort = upload.onerror;
      upload.send(body as XMLHttpRequestBodyInit);
    });
