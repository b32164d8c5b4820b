import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EarlyForm } from '../../ui/early-form.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Honeypot } from './honeypot.tsx';

type EnquiryValues = { name: string; email: string; contactType: string; message: string; website?: string };

type EnquiryFormProps<Enquiry> = {
  schema: z.ZodType<Enquiry, EnquiryValues>;
  /** What the message can be about: value and label. */
  types: Readonly<Record<string, string>>;
  typeLabel: string;
  submitLabel: string;
  busyLabel: string;
  isBusy: boolean;
  error: string | null;
  /** Answers whether it was sent; what was typed stays when it was not. */
  onSend: (enquiry: Enquiry) => Promise<boolean>;
};

/** Name, email, type and message: the fields that the contact form and the issue report share. */
export function EnquiryForm<Enquiry>({ schema, types, error, isBusy, onSend, ...labels }: EnquiryFormProps<Enquiry>) {
  // Without values of its own it takes what was typed before it was there.
  const { register, handleSubmit, reset, formState } = useForm<EnquiryValues, unknown, Enquiry>({
    resolver: zodResolver(schema),
  });
  const { errors } = formState;
  const send = handleSubmit(async (enquiry) => {
    if (await onSend(enquiry)) reset();
  });
  return (
    <EarlyForm what="Sending a message" onSubmit={send} noValidate className="relative grid gap-4">
      {error && (
        <Banner tone="error" isAnswer>
          {error}
        </Banner>
      )}
      <TextField label="Name" autoComplete="name" required {...register('name')} error={errors.name?.message} />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        required
        {...register('email')}
        error={errors.email?.message}
      />
      <SelectField
        label={labels.typeLabel}
        placeholder="Select a type"
        options={Object.entries(types).map(([value, label]) => ({ value, label }))}
        required
        {...register('contactType')}
        error={errors.contactType?.message}
      />
      <TextAreaField label="Message" rows={4} required {...register('message')} error={errors.message?.message} />
      <Honeypot {...register('website')} />
      <Button type="submit" isFullWidth isBusy={isBusy} busyText={labels.busyLabel}>
        {labels.submitLabel}
      </Button>
    </EarlyForm>
  );
}
