// Stands in for https://checkout.razorpay.com/v1/checkout.js: the same constructor, options and events.
(() => {
  const base = new URL('.', document.currentScript.src);
  const dialogModule = import(new URL('checkout/dialog.js', base).href);
  // Whether it loaded matters only once somebody wants to pay: open() reports it.
  dialogModule.catch(() => {});

  const notLoaded = {
    code: 'SERVER_ERROR',
    description: 'The payment window could not be loaded. Check your connection and reload the page.',
    source: 'internal',
    step: 'payment_initiation',
    reason: 'server_error',
  };

  class Razorpay {
    #options;
    #listeners = new Map();
    #session = null;

    constructor(options) {
      for (const name of ['key', 'order_id', 'amount']) {
        if (!options?.[name]) throw new TypeError(`Razorpay: the option ${name} is missing.`);
      }
      this.#options = options;
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }

    async open() {
      if (this.#session) return;
      const session = { dialog: null };
      this.#session = session;
      try {
        const { createDialog } = await dialogModule;
        session.dialog = await createDialog(this.#options, base, {
          onPaid: (proof) => {
            this.close();
            this.#options.handler?.(proof);
          },
          onFailed: (error) => this.#emit('payment.failed', { error }),
          onDismissed: () => {
            this.close();
            this.#options.modal?.ondismiss?.();
          },
        });
      } catch {
        this.#session = null;
        const metadata = { order_id: this.#options.order_id };
        this.#emit('payment.failed', { error: { ...notLoaded, metadata } });
        return;
      }
      // The page may have called close() while the window was loading.
      if (this.#session === session) session.dialog.show();
      else session.dialog.remove();
    }

    close() {
      this.#session?.dialog?.remove();
      this.#session = null;
    }

    #emit(event, detail) {
      for (const listener of this.#listeners.get(event) ?? []) listener(detail);
    }
  }

  window.Razorpay = Razorpay;
})();
