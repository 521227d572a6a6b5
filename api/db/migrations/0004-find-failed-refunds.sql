CREATE INDEX refunds_failed ON refunds (order_id, id) WHERE state = 'failed';
