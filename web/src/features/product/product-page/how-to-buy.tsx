import type { Category } from '@shop/contract/products/categories';

const steps = [
  { title: 'Check the details', text: 'Read what you get, how to redeem it, and until when it is valid.' },
  { title: 'Select Buy Now', text: 'Sign in or create an account, so that your code has a safe place to go to.' },
  { title: 'Pay securely', text: 'Pay the price shown here. Your card details go to the payment provider only.' },
  { title: 'Get your code', text: 'It is in your orders and in your inbox at once. Follow How to Redeem to use it.' },
];

export const HowToBuy = ({ category }: { category: Category }) => (
  <section aria-labelledby="how-to-buy" className="mt-12">
    <h2 id="how-to-buy" className="mb-4 text-21 font-semibold">
      How to Buy this {category} Online
    </h2>
    <ol className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="border-t-2 border-brand pt-3">
          <span aria-hidden="true" className="amount text-13 font-semibold text-brand">
            Step {index + 1}
          </span>
          <h3 className="text-17 font-semibold">{title}</h3>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ol>
  </section>
);
