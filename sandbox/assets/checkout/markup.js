const testCards = [
  { fills: '4100 2800 0000 1007', outcome: 'Visa, succeeds' },
  { fills: '5500 6700 0000 1002', outcome: 'Mastercard, succeeds' },
  { fills: '6527 6589 0000 1005', outcome: 'RuPay, succeeds' },
  { fills: '4100 2800 0006 0003', outcome: 'Visa, is declined' },
  { fills: '4100 2800 0008 0001', outcome: 'Visa, has insufficient funds' },
];

const testVpas = [
  { fills: 'success@razorpay', outcome: 'succeeds' },
  { fills: 'failure@razorpay', outcome: 'is declined' },
  { fills: 'late@razorpay', outcome: 'is confirmed by the bank a little later' },
];

const fillButton = (field) => (instrument) =>
  `
  <button type="button" class="fill" data-field="${field}" data-fills="${instrument.fills}">
    <span class="fills">${instrument.fills}</span> <span class="outcome">${instrument.outcome}</span>
  </button>`;

/** Fixed text only: what comes from the page is set as text content later. */
export const dialogMarkup = `
  <dialog aria-labelledby="title" aria-describedby="notice">
    <p id="notice" class="notice">Test payment – no real money moves</p>
    <div class="heading">
      <div>
        <h2 id="title"></h2>
        <p class="description"></p>
      </div>
      <button type="button" class="dismiss" aria-label="Close payment window">
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M3 3l10 10M13 3L3 13" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
        </svg>
      </button>
    </div>
    <p class="amount"></p>
    <form novalidate>
      <div role="tablist" aria-label="Payment method">
        <button type="button" role="tab" id="tab-card" aria-controls="panel-card" aria-selected="true">Card</button>
        <button type="button" role="tab" id="tab-upi" aria-controls="panel-upi" aria-selected="false" tabindex="-1">UPI</button>
      </div>
      <div role="tabpanel" id="panel-card" aria-labelledby="tab-card" data-method="card">
        <label>Card number
          <input name="number" autocomplete="cc-number" inputmode="numeric" maxlength="23" required autofocus />
        </label>
        <div class="pair">
          <label>Expiry (MM/YY)
            <input name="expiry" autocomplete="cc-exp" inputmode="numeric" maxlength="7" required />
          </label>
          <label>CVV
            <input name="cvv" type="password" autocomplete="cc-csc" inputmode="numeric" maxlength="4" required />
          </label>
        </div>
        <label>Name on card
          <input name="name" autocomplete="cc-name" required />
        </label>
        <fieldset>
          <legend>Fill in a test card</legend>
          ${testCards.map(fillButton('number')).join('')}
        </fieldset>
      </div>
      <div role="tabpanel" id="panel-upi" aria-labelledby="tab-upi" data-method="upi" hidden>
        <label>UPI ID
          <input name="vpa" autocomplete="off" autocapitalize="none" spellcheck="false" inputmode="email" required />
        </label>
        <fieldset>
          <legend>Fill in a test UPI ID</legend>
          ${testVpas.map(fillButton('vpa')).join('')}
        </fieldset>
      </div>
      <div class="action">
        <p id="error" class="error" role="alert"></p>
        <button type="submit" class="pay"></button>
      </div>
    </form>
    <div class="waiting" hidden>
      <p role="status"></p>
      <button type="button" class="pay dismiss">Close</button>
    </div>
  </dialog>`;
