import { dialogMarkup } from './markup.js';

const ANSWER_TIMEOUT_MS = 30_000;
const texts = {
  processing: 'Processing…',
  unreachable: 'The bank could not be reached. Check your connection and try again.',
  unconfirmed: 'Your bank is still confirming this payment. You can close this window.',
  confirmClose: 'Do you want to leave this payment?',
};

/** Builds the payment window, hidden until show(). */
export async function createDialog(options, base, { onPaid, onFailed, onDismissed }) {
  const host = document.createElement('div');
  host.className = 'razorpay-container';
  // The page's styles stay out, and ours in.
  const root = host.attachShadow({ mode: 'open' });
  root.innerHTML = dialogMarkup;
  const stylesLoaded = loadStyles(root, new URL('checkout/dialog.css', base));
  const find = (selector) => root.querySelector(selector);
  const dialog = find('dialog');
  const form = find('form');
  const pay = find('.pay');
  const payLabel = `Pay ${rupees(options.amount)}`;
  let isBusy = false;
  let isUnconfirmed = false;

  find('#title').textContent = options.name || 'Payment';
  find('.description').textContent = options.description ?? '';
  find('.amount').textContent = rupees(options.amount);
  form.elements.name.value = options.prefill?.name ?? '';
  pay.textContent = payLabel;
  const { theme } = document.documentElement.dataset;
  if (theme) dialog.dataset.theme = theme;

  const tabs = connectTabs(root);
  connectFillButtons(root);
  form.elements.expiry.addEventListener('input', separateMonthFromYear);

  function setBusy(busy) {
    isBusy = busy;
    pay.textContent = busy ? texts.processing : payLabel;
    // Not `disabled`, which would throw the focus out of the window.
    pay.setAttribute('aria-disabled', String(busy));
    form.setAttribute('aria-busy', String(busy));
  }

  function showError({ description, field }) {
    find('#error').textContent = description;
    const input = field && form.elements[field];
    if (!input) return;
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', 'error');
    input.focus();
  }

  function clearError() {
    find('#error').textContent = '';
    for (const input of form.querySelectorAll('[aria-invalid]')) {
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-describedby');
    }
  }

  function showUnconfirmed() {
    isUnconfirmed = true;
    form.hidden = true;
    find('.waiting').hidden = false;
    find('.waiting p').textContent = texts.unconfirmed;
    find('.waiting .dismiss').focus();
  }

  function dismiss() {
    if (isBusy) return;
    if (options.modal?.confirm_close && !isUnconfirmed && !window.confirm(texts.confirmClose)) return;
    onDismissed();
  }

  async function submit() {
    if (isBusy) return;
    clearError();
    setBusy(true);
    const answer = await requestPayment(base, paymentOf(options, form, tabs.method())).catch(() => undefined);
    // Closed by the page meanwhile: nobody waits for the outcome.
    if (!host.isConnected) return;
    setBusy(false);
    if (!answer) showError({ description: texts.unreachable });
    else if (answer.error) {
      showError(answer.error);
      // Only what reached the bank is a failed payment; the rest are slips in the form.
      if (answer.error.metadata.payment_id) onFailed(answer.error);
    } else if (answer.razorpay_payment_id) onPaid(answer);
    else showUnconfirmed();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  for (const button of root.querySelectorAll('.dismiss')) button.addEventListener('click', dismiss);
  // Esc as a key, because browsers let a page hold back the dialog's own cancel event only once.
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (options.modal?.escape !== false) dismiss();
  });
  // The back gesture of phones.
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    dismiss();
  });
  // And their second one, which cannot be held back.
  dialog.addEventListener('close', () => {
    if (host.isConnected) onDismissed();
  });

  document.body.append(host);
  await stylesLoaded;
  const pageOverflow = document.documentElement.style.overflow;

  return {
    show() {
      document.documentElement.style.overflow = 'hidden';
      dialog.showModal();
    },
    remove() {
      document.documentElement.style.overflow = pageOverflow;
      // Closing first gives the focus back to where it was.
      dialog.close();
      host.remove();
    },
  };
}

function loadStyles(root, href) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  const loaded = new Promise((resolve) => {
    link.addEventListener('load', resolve);
    // A plain window is better than none.
    link.addEventListener('error', resolve);
  });
  root.prepend(link);
  return loaded;
}

function connectTabs(root) {
  const tabs = [...root.querySelectorAll('[role="tab"]')];
  const panelOf = (tab) => root.getElementById(tab.getAttribute('aria-controls'));

  function select(chosen) {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      panelOf(tab).hidden = !isChosen;
    }
  }

  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => select(tab));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      select(next);
      next.focus();
    });
  }
  return { method: () => panelOf(tabs.find((tab) => tab.tabIndex === 0)).dataset.method };
}

function connectFillButtons(root) {
  const { elements } = root.querySelector('form');
  for (const button of root.querySelectorAll('.fill')) {
    button.addEventListener('click', () => {
      elements[button.dataset.field].value = button.dataset.fills;
      if (button.dataset.field !== 'number') return;
      elements.expiry.value ||= `12/${(new Date().getFullYear() + 3) % 100}`;
      elements.cvv.value ||= '123';
      elements.name.value ||= 'Test Buyer';
    });
  }
}

function separateMonthFromYear({ currentTarget }) {
  currentTarget.value = currentTarget.value.replace(/^(\d{2})(\d+)$/, '$1/$2');
}

function paymentOf(options, form, method) {
  const { number, expiry, cvv, name, vpa } = Object.fromEntries(new FormData(form));
  const means = method === 'card' ? { card: { number, expiry, cvv, name } } : { vpa };
  return { key_id: options.key, order_id: options.order_id, method, ...means };
}

async function requestPayment(base, payment) {
  const response = await fetch(new URL('checkout/pay', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payment),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  const answer = await response.json();
  // A failure that is not the provider's says nothing of the payment, least of all that a bank is confirming it.
  if (!response.ok && !answer.error) throw new Error(`status ${response.status}`);
  return answer;
}

function rupees(paise) {
  const minimumFractionDigits = paise % 100 === 0 ? 0 : 2;
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits }).format(
    paise / 100,
  );
}
