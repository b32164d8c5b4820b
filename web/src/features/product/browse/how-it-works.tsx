const steps = [
  {
    title: 'Browse Products',
    text: 'Search or filter vouchers, gift cards, software keys and memberships from brands you know.',
  },
  {
    title: 'Place Your Order',
    text: 'Sign in, pay securely by card, and pay exactly the price you see: no delivery charge, no extras.',
  },
  {
    title: 'Fast Delivery',
    text: 'Your code is in your account and in your inbox as soon as the payment is confirmed.',
  },
];

export const HowItWorks = () => (
  <section aria-labelledby="how-it-works" className="mt-18">
    <h2 id="how-it-works" className="mb-6 text-27 font-bold">
      How It Works
    </h2>
    <ol className="grid gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-3">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="bg-surface p-6">
          <span
            aria-hidden="true"
            className="amount mb-3 flex size-9 items-center justify-center rounded-full border-2 border-brand font-bold text-brand"
          >
            {index + 1}
          </span>
          <h3 className="text-17 font-semibold">{title}</h3>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ol>
  </section>
);
